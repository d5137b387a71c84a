"""`hierview.score` on plain data, and `hierview.scorer` in scikit-learn."""

import pickle
import random

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

import hierview
from hierview.errors import MeasureError, StudyError

pytestmark = pytest.mark.slow

H = hierview.Hierarchy.from_edges([("Arts", "Music"), ("Music", "Pop"), ("Music", "Rock"), ("Arts", "Drama")])
CLASSES = ("Arts", "Drama", "Music", "Pop", "Rock")
TRUE = [["Arts", "Music", "Pop"], ["Arts", "Drama"], ["Arts", "Music", "Rock"]]
PREDICTED = [["Arts", "Music", "Rock"], ["Arts", "Drama"], ["Arts", "Music"]]


def levels(rows: list[list[str]]) -> np.ndarray:
    return np.array([row + [""] * (3 - len(row)) for row in rows])


def indicator(rows: list[list[str]]) -> np.ndarray:
    return np.array([[int(c in row) for c in CLASSES] for row in rows])


def expected(measure: str) -> list[float]:
    cases = (hierview.Case.of(H.edges, t, p) for t, p in zip(TRUE, PREDICTED, strict=True))
    return [hierview.evaluate(case, measure).value for case in cases]


@pytest.mark.parametrize(
    ("shape", "classes"),
    [
        (lambda rows: rows, None),
        (lambda rows: list(map(set, rows)), None),
        (lambda rows: pd.Series(rows), None),
        (levels, None),
        (lambda rows: pd.DataFrame(levels(rows)), None),
        (indicator, CLASSES),
        (lambda rows: sparse.csr_matrix(indicator(rows)), CLASSES),
        (lambda rows: pd.DataFrame(indicator(rows), columns=CLASSES), None),
    ],
)
def test_every_shape_says_the_same(shape, classes):
    found = hierview.score(H, shape(TRUE), shape(PREDICTED), measures=["hF", "GIE", "WP"], classes=classes)
    assert list(found.columns) == ["hF", "GIE", "WP"]
    for measure in found.columns:
        assert found[measure].tolist() == expected(measure)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (indicator(TRUE), "an indicator with classes"),
        (sparse.csr_matrix(indicator(TRUE)), "needs classes"),
        ("Pop", "is no list of classes"),
        (["Pop", "Poop", "Rock"], "not in the hierarchy"),
        (["Pop"], "the rows must correspond"),
        (["Pop", "Drama", 1.5], r"'1.5' \(row 3\) is no class"),
        (["Pop", "Drama", "Rok"], r"1 label is not in the hierarchy, first 'Rok' \(row 3\); did you mean 'Rock'\?"),
    ],
)
def test_what_cannot_be_read_is_said(data, told):
    with pytest.raises(StudyError, match=told):
        hierview.score(H, TRUE, data)


def test_pandas_are_paired_by_their_index():
    true = pd.Series({"d1": "Pop", "d2": "Rock", "d3": "Drama"})
    found = hierview.score(H, true, true[::-1], "hF")
    assert found["hF"].to_dict() == {"d1": 1, "d2": 1, "d3": 1}
    found = hierview.score(H, true, {"turned": true[::-1], "listed": ["Pop", "Pop", "Drama"]}, "TIE")
    assert found["instance"].tolist() == ["d1", "d2", "d3"] * 2
    assert found["TIE"].tolist() == [0, 0, 0, 0, 2, 0]
    for other in (true.drop("d2"), true.rename({"d2": "d4"}), pd.concat([true, true])):
        with pytest.raises(StudyError, match=r"do not hold the same labels, each once.*to_numpy\(\)"):
            hierview.score(H, true, other, "hF")
    assert hierview.score(H, ["Pop"], {"a": ["Pop"], "b": ["Pop"]})["instance"].tolist() == [0, 0]


def jaccard(hierarchy, true, predicted):
    """Share of the marked classes that both sides have."""
    return len(true & predicted) / len(true | predicted)


def test_a_function_is_a_measure():
    result = hierview.evaluate(hierview.Case.of(H.edges, ["Pop"], ["Pop", "Rock"]), jaccard)
    assert (result.measure, result.value) == ("jaccard", 0.5)
    assert hierview.score(H, TRUE, PREDICTED, ["hF", jaccard])["jaccard"].tolist() == [0.5, 1, 2 / 3]
    assert hierview.score(H, TRUE, PREDICTED, jaccard).columns == ["jaccard"]
    for wrong, told in ((lambda *_: float("nan"), "gave 'nan'; a finite number"), (5, "'5' is no measure")):
        with pytest.raises(MeasureError, match=told):
            hierview.score(H, TRUE, PREDICTED, wrong)


# In scikit-learn


@pytest.fixture
def flowers() -> tuple[np.ndarray, np.ndarray]:
    rng = random.Random(2)
    names = ["Pop", "Rock", "Drama"]
    y = [i % 3 for i in range(60)]
    return np.array([[k + rng.gauss(0, 0.7), rng.gauss(0, 1)] for k in y]), np.array([names[k] for k in y])


@pytest.mark.whole
def test_model_selection_takes_a_scorer(flowers):
    selection = pytest.importorskip("sklearn.model_selection")
    trees = pytest.importorskip("sklearn.tree")
    x, y = flowers
    model = trees.DecisionTreeClassifier(random_state=0)
    scorers = {"hF": hierview.scorer("hF", H), "GIE": pickle.loads(pickle.dumps(hierview.scorer("GIE", H)))}
    found = selection.cross_validate(model, x, y, scoring=scorers, cv=3, error_score="raise")
    assert ((found["test_hF"] > 0.5) & (found["test_hF"] <= 1)).all()
    assert (found["test_GIE"] <= 0).all()
    parts = selection.StratifiedKFold(3).split(x, y)
    for (train, test), value in zip(parts, found["test_hF"], strict=True):
        predicted = model.fit(x[train], y[train]).predict(x[test])
        assert value == hierview.score(H, y[test], predicted, ["hF"])["hF"].mean()
    assert selection.cross_val_score(model, x, y, scoring=scorers["hF"], cv=3).tolist() == found["test_hF"].tolist()
    grid = {"max_depth": [1, 3]}
    search = selection.GridSearchCV(model, grid, scoring=scorers, refit="GIE", cv=3, n_jobs=2).fit(x, y)
    assert search.best_index_ == int(np.argmax(search.cv_results_["mean_test_GIE"]))


def test_rows_by_id_and_frames_with_ids_are_taken_and_a_missing_truth_is_an_error():
    true, pred = {"b": {"Pop"}, "a": ["Rock", "Pop"]}, {"a": ["Rock", "Pop"], "b": {"Rock"}}
    expected = hierview.score(H, [{"Pop"}, {"Rock", "Pop"}], [{"Rock"}, {"Rock", "Pop"}])
    assert hierview.score(H, true, pred).to_numpy().tolist() == expected.to_numpy().tolist()
    long = [
        pd.DataFrame([(i, c) for i, row in side.items() for c in row], columns=["doc_id", "was"])
        for side in (true, pred)
    ]
    assert hierview.score(H, *long).loc[["b", "a"]].to_numpy().tolist() == expected.to_numpy().tolist()
    with pytest.raises(StudyError, match="y_true: 1 rows are None or NaN, first row 1"):
        hierview.score(H, pd.Series(["Pop", None]), pd.Series(["Rock", "Pop"]))
    with pytest.warns(UserWarning, match="they count as no prediction"):
        assert hierview.score(H, ["Pop"], [None], "hF").iloc[0, 0] == 0
