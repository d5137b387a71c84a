"""The public names of `hierview.classify`, and where each comes from: the one list of them."""

from .corpora.documents import read_documents as read_documents
from .corpora.generated import WordModel as WordModel
from .corpora.generated import make as make
from .estimators.deciding import decided as decided
from .estimators.neighbours import Centroids as Centroids
from .estimators.neighbours import Hybrid as Hybrid
from .estimators.neighbours import Neighbours as Neighbours
from .estimators.node_scores import NodeScores as NodeScores
from .estimators.topdown import Flat as Flat
from .estimators.topdown import TopDown as TopDown
from .saving import load as load
from .saving import save as save
