from cpsudoku.learn.entries import Judged as Judged
from cpsudoku.learn.entries import judge as judge
from cpsudoku.learn.images import Images as Images
from cpsudoku.learn.images import augment as augment
from cpsudoku.learn.paths import Traces as Traces
from cpsudoku.learn.paths import mistakes as mistakes
from cpsudoku.learn.paths import questions as questions
from cpsudoku.learn.paths import traces as traces
from cpsudoku.learn.pools import Curriculum as Curriculum
from cpsudoku.learn.pools import PuzzlePool as PuzzlePool
from cpsudoku.learn.reading import ReadAnswer as ReadAnswer
from cpsudoku.learn.reading import read_answer as read_answer
from cpsudoku.learn.verifying import Verified as Verified
from cpsudoku.learn.verifying import verify as verify

ENVIRONMENT: str
__all__: list[str]
