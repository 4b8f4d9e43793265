from cpsudoku.generation.making import Made as Made
from cpsudoku.generation.puzzles import default_attempts as default_attempts
from cpsudoku.generation.puzzles import generate as generate
from cpsudoku.generation.puzzles import random_seed as random_seed
from cpsudoku.generation.running import Generation as Generation
from cpsudoku.generation.specs import Spec as Spec

__all__: list[str]
