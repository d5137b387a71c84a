"""The public names of `hierview.study`, and where each comes from: the one list of them."""

from .answers.answers import Answers as Answers
from .answers.answers import Policies as Policies
from .answers.answers import read_answers as read_answers
from .inputs.label_files import read_labels as read_labels
from .inputs.labels import from_indicator as from_indicator
from .inputs.labels import from_lists as from_lists
from .plain import study_of as study_of
from .printed import PublishedStudy as PublishedStudy
from .printed import published as published
from .printed import published_studies as published_studies
from .results.scores import Scores as Scores
from .study import Study as Study
