"""Adapters in the loops of their own projects, with a scripted model."""

import asyncio
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from answer_grids import PUZZLE, SOLUTION

import cpsudoku
from cpsudoku.learn.language import read_prompt

pytestmark = pytest.mark.compiled

HARNESS = '''
import httpx
from verifiers.v1.configs.harness import HarnessConfig
from verifiers.v1.harness import Harness
from verifiers.v1.runtimes import ProgramResult

__all__ = ["OneQuestion"]


class OneQuestion(Harness[HarnessConfig]):
    """Asks the model once, like every harness: at the endpoint that records what is said."""

    EXECUTES_CODE = NEEDS_CONTAINER = False

    async def launch(self, ctx, trace, runtime, endpoint, secret, urls, data, gate=None, **_):
        asked = {"model": ctx.model, "messages": [{"role": "user", "content": data.prompt}]}
        headers = {"Authorization": f"Bearer {secret}"}
        async with httpx.AsyncClient() as client:
            said = await client.post(f"{endpoint}/chat/completions", json=asked, headers=headers)
        return ProgramResult(exit_code=int(said.status_code != 200), stdout="", stderr=said.text)
'''
TASKSET = """
from cpsudoku.learn.adapters.verifiers import SudokuTaskset

__all__ = ["SudokuTaskset"]
"""


def solved(question: str) -> str:
    """The solution of the puzzle that a prompt asks about."""
    found = cpsudoku.solve(read_prompt(question)).solution
    assert found is not None
    return "".join(map(str, found))


def said_by_script(question: str, number: int) -> str:
    """What the scripted model says: a solution, one of another puzzle, and prose."""
    right = solved(question)
    return [f"<think>1?</think> It is\n{right}", SOLUTION, "I give up."][number % 3]


@contextmanager
def scripted_model() -> Iterator[str]:
    """A server that answers as OpenAI's does, out of a script."""
    asked: list[str] = []

    class Model(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            asked.append(body["messages"][-1]["content"])
            said = {"role": "assistant", "content": said_by_script(asked[-1], len(asked) - 1)}
            choice = {"index": 0, "finish_reason": "stop", "message": said}
            answer = {"id": "1", "object": "chat.completion", "created": 0, "model": "scripted"}
            text = json.dumps({**answer, "choices": [choice]}).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Model) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/v1"
        server.shutdown()


def test_the_loop_of_verifiers_pays_for_solutions_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("verifiers.v1", reason="verifiers is not installed")
    from verifiers.v1.clients import EvalClientConfig, ModelContext
    from verifiers.v1.envs.single_agent import SingleAgentEnv, SingleAgentEnvConfig

    (tmp_path / "one_question.py").write_text(HARNESS)
    (tmp_path / "sudoku_tasks.py").write_text(TASKSET)
    monkeypatch.syspath_prepend(tmp_path)
    asked = {
        "taskset": {"id": "sudoku-tasks", "count": 3, "er": (1.0, 1.5), "seed": 1},
        "agent": {"harness": {"id": "one-question"}, "runtime": {"type": "subprocess"}},
    }
    env = SingleAgentEnv(SingleAgentEnvConfig.model_validate(asked))

    async def played(address: str) -> list[Any]:
        client = EvalClientConfig(base_url=address, api_key_var="NO_KEY_AT_ALL")
        context = ModelContext(model="scripted", client=client)
        async with env.serving():
            return [await env.run_episode(task, context) for task in env.taskset]

    with scripted_model() as address:
        episodes = asyncio.run(played(address))
    assert [(episode.ok, episode.errors) for episode in episodes] == [(True, [])] * 3
    runs = [episode.traces[0] for episode in episodes]
    assert [run.rewards["solved"].score for run in runs] == [1.0, 0.0, 0.0]
    assert [run.metrics["read"] for run in runs] == [1.0, 1.0, 0.0]
    assert [run.metrics["givens_kept"] for run in runs] == [1.0, 0.0, 0.0]


def test_reasoning_gym_mixes_it_reseeds_it_and_raises_its_level() -> None:
    gym: Any = pytest.importorskip("reasoning_gym", reason="reasoning-gym is not installed")
    from reasoning_gym.coaching import CurriculumExperiment
    from reasoning_gym.coaching.curriculum_config import (
        CurriculumAttributeConfig,
        CurriculumExperimentConfig,
    )
    from reasoning_gym.composite import DatasetSpec
    from reasoning_gym.dataset import ReseedingDataset

    from cpsudoku.learn.adapters.reasoning_gym import NAME

    config = {"min_er": 1.0, "max_er": 1.5}
    mixed = gym.create_dataset(
        "composite", size=12, seed=3,
        datasets=[DatasetSpec(NAME, 1, config), DatasetSpec("mini_sudoku", 1, {})],
    )  # fmt: skip
    ours = [entry for entry in mixed if entry["metadata"]["source_dataset"] == NAME]
    assert 0 < len(ours) < 12
    for number, entry in enumerate(ours):
        said = said_by_script(entry["question"], number)
        assert mixed.score_answer(said, entry) == float(number % 3 == 0)
    endless = ReseedingDataset(gym.create_dataset(NAME, seed=1, size=2, **config), chunk_size=2)
    questions = [entry["question"] for entry, _ in zip(endless, range(6), strict=False)]
    assert len(set(questions)) == 6
    levels = CurriculumExperimentConfig(
        curricula={NAME: CurriculumAttributeConfig(attribute_levels={"er": 0}, weight=1.0)}
    )
    experiment = CurriculumExperiment("rising", levels, size=4, seed=1)
    first = experiment.get_dataset_entry(0)
    assert experiment.score_answer_with_id(solved(first["question"]), first["metadata"]["entry_id"])
    before = experiment.composite.datasets[NAME].config.max_er
    for _ in range(2):  # the first step of reasoning-gym comes to the upper end that is there
        experiment.update_difficulty(NAME, "increment")
    assert (before, experiment.composite.datasets[NAME].config.max_er) == (1.2, 1.5)


@pytest.mark.filterwarnings("ignore::FutureWarning", "ignore::DeprecationWarning")
def test_a_trainer_of_trl_calls_the_reward_in_its_own_loop(tmp_path: Path) -> None:
    trl: Any = pytest.importorskip("trl", reason="TRL is not installed")
    from datasets import Dataset
    from tokenizers import Tokenizer, models, pre_tokenizers
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

    from cpsudoku.learn.adapters.trl import kept, solved

    words = {word: number for number, word in enumerate(["<pad>", "</s>", "solve", *"123456789."])}
    splitter = Tokenizer(models.WordLevel(words, unk_token="<pad>"))
    splitter.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=splitter, pad_token="<pad>", eos_token="</s>", padding_side="left"
    )
    model = LlamaForCausalLM(
        LlamaConfig(
            vocab_size=len(words), hidden_size=16, intermediate_size=16, num_hidden_layers=1,
            num_attention_heads=2, num_key_value_heads=2, pad_token_id=0, eos_token_id=1,
        )
    )  # fmt: skip
    rows = [
        {"prompt": "solve 1", "puzzle": PUZZLE},
        {"prompt": "solve 2", "puzzle": "1" + "." * 15},
    ]
    paid: list[float] = []

    def watched(**columns: Any) -> list[float]:
        right = solved(**{**columns, "completions": [SOLUTION] * len(columns["completions"])})
        assert right == [float(puzzle == PUZZLE) for puzzle in columns["puzzle"]]
        paid.extend(solved(**columns))
        return right

    settings = trl.GRPOConfig(
        output_dir=str(tmp_path), max_steps=1, per_device_train_batch_size=4, num_generations=2,
        max_completion_length=8, use_cpu=True, bf16=False, report_to=[], save_strategy="no",
    )  # fmt: skip
    trainer = trl.GRPOTrainer(
        model=model, processing_class=tokenizer, args=settings,
        reward_funcs=[watched, kept], train_dataset=Dataset.from_list(rows),
    )  # fmt: skip
    trainer.train()
    assert paid == [0.0] * 4  # four words of a model that knows nothing
    means = next(row for row in trainer.state.log_history if "rewards/kept/mean" in row)
    assert means["rewards/kept/mean"] == 0.0
    assert means["rewards/watched/mean"] == 0.5
