"""Adapters, each in its own project's harness where that is installed."""

import asyncio
from typing import Any

import pytest
from answer_grids import PUZZLE, SOLUTION

import cpsudoku
from cpsudoku.learn.adapters import trl

FOUR, FOUR_SOLVED = ".12......21...4.", "3124243142131342"


def test_a_reward_function_of_trl_takes_texts_and_chats() -> None:
    chat = [{"role": "assistant", "content": f"It is {FOUR_SOLVED}"}]
    completions = [SOLUTION, chat, "no", [{"role": "assistant", "content": None}]]
    puzzle = [PUZZLE, FOUR, PUZZLE, FOUR]
    arguments: dict[str, Any] = {"prompts": ["?"] * 4, "completions": completions, "other": [1] * 4}
    assert trl.solved(**arguments, puzzle=puzzle) == [1.0, 1.0, 0.0, 0.0]
    assert trl.kept(**arguments, puzzle=puzzle) == [1.0, 1.0, 0.0, 0.0]
    ruled = trl.solved(completions=[FOUR_SOLVED], puzzle=["." * 16], rules=["4+killer:3@r1c1,r1c2"])
    assert ruled == [0.0]


def test_trl_calls_it_as_a_trainer_does() -> None:
    pytest.importorskip("trl", reason="TRL is not installed")
    from inspect import signature

    parameters = signature(trl.solved).parameters
    assert {"prompts", "completions"} <= set(parameters)
    assert any(p.kind is p.VAR_KEYWORD for p in parameters.values())


@pytest.mark.compiled
def test_reasoning_gym_takes_the_data_set_and_its_curriculum() -> None:
    gym: Any = pytest.importorskip("reasoning_gym", reason="reasoning-gym is not installed")
    from cpsudoku.learn.adapters.reasoning_gym import NAME, CpsudokuCurriculum

    data = gym.create_dataset(NAME, seed=42, size=4, min_er=1.2, max_er=1.5)
    again = gym.create_dataset(NAME, seed=42, size=4, min_er=1.2, max_er=1.5)
    assert len(data) == len(list(data)) == 4
    for first, second in zip(data, again, strict=True):
        assert first == second
        assert data.score_answer(first["answer"], first) == 1.0
        assert data.score_answer(f"Surely {first['answer']}!", first) == 1.0
        for bad in (None, "", "wrong", first["metadata"]["puzzle"], "1" * 81):
            assert data.score_answer(bad, first) == 0.0
        rated = cpsudoku.rate(first["metadata"]["puzzle"]).er
        assert rated is not None
        assert 1.2 <= rated <= 1.5
    levels = CpsudokuCurriculum()
    assert levels.attributes["er"].levels[-2:] == [10.5, 11.9]
    easy = levels.generate_configuration({"size": 2, "seed": 1})
    levels.increment_attr_level("er")
    harder = levels.generate_configuration({"size": 2, "seed": 1})
    assert (easy.min_er, easy.max_er) == (1.0, 1.2)
    assert harder.max_er == 1.5


@pytest.mark.compiled
def test_reasoning_gym_searches_once_for_a_family(monkeypatch: pytest.MonkeyPatch) -> None:
    gym: Any = pytest.importorskip("reasoning_gym", reason="reasoning-gym is not installed")
    from cpsudoku.learn.adapters import reasoning_gym as adapter

    monkeypatch.setattr("cpsudoku.generation.specs._SEARCHED_FOR", 20)
    data = gym.create_dataset(adapter.NAME, seed=2, size=3, min_er=7.2, max_er=8.4)
    before = adapter._made.cache_info().misses
    entries = [data[2], data[0], data[1]]
    assert adapter._made.cache_info().misses == before + 1
    assert len({entry["answer"] + entry["question"] for entry in entries}) == 3
    for entry in entries:
        assert 7.2 <= (cpsudoku.rate(entry["metadata"]["puzzle"]).er or 0) <= 8.4


@pytest.mark.compiled
def test_verifiers_takes_the_taskset_and_scores_replies() -> None:
    pytest.importorskip("verifiers.v1", reason="verifiers is not installed")
    from verifiers.v1.graph import MessageNode
    from verifiers.v1.trace import AgentInfo, Trace, TraceTask
    from verifiers.v1.types import AssistantMessage

    from cpsudoku.learn.adapters.verifiers import SudokuConfig, SudokuTaskset

    taskset = SudokuTaskset(SudokuConfig(count=3, er=(1.0, 1.5), seed=1))
    tasks = list(taskset.take(2))
    assert [task.data.idx for task in tasks] == [0, 1]
    assert taskset.task_type().__name__ == "SudokuTask"
    for task in tasks:
        solution = cpsudoku.solve(task.data.puzzle).solution
        assert solution is not None
        right = "".join(map(str, solution))
        for reply, expected in ((f"<answer>{right}</answer>", 1.0), ("1" * 81, 0.0)):
            about = TraceTask(type="SudokuTask", data=task.data)
            trace = Trace(task=about, agent=AgentInfo.model_construct())
            message = AssistantMessage(content=reply)
            trace.nodes.append(MessageNode(message=message, sampled=True))
            asyncio.run(task.score(trace))
            assert trace.rewards["solved"].score == expected
            assert trace.metrics["givens_kept"] == expected
