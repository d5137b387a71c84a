"""How a file of a hierarchy may be read: what signs decide, and the readings that a question shows."""

from __future__ import annotations

from hierview.formats.hierarchies import open_file

from .each import each

# Files as people have them, with how many classes, edges and roots they hold.
HEADERS = {
    "apart.csv": ("zone,part,country\nNorth,Isles,Ahm\nNorth,Isles,Bey\nNorth,Hills,Eft\nSouth,Cape,Cul\n", (9, 7, 2)),
    "broad.csv": ("umbrella,specific\nFlora,Moss\nFlora,Fern\nFauna,Newt\nFauna,Mole\n", (6, 4, 2)),
    "prefix.csv": ("Rubrik,Unterrubrik\nFlora,Moss\nFlora,Fern\nMoss,Peat\nFern,Tree fern\n", (5, 4, 1)),
    "key.csv": ("key,superkey,caption\n1,,Flora\n2,1,Moss\n3,1,Fern\n", (3, 2, 1)),
    "series.tsv": ("tier_1\ttier_2\ttier_3\nFlora\tMoss\tPeat\nFlora\tMoss\tTurf\nFlora\tFern\t\n", (5, 4, 1)),
    "three.tsv": ("coarse\tmiddle\tfine\nFlora\tMoss\tPeat\nFlora\tMoss\tTurf\nFlora\tFern\tBracken\n", (6, 5, 1)),
    "upward.csv": ("fils,père\nFlora,\nMoss,Flora\nFern,Flora\nPeat,Moss\n", (4, 3, 1)),
    "trail.csv": ("Pfad,n\nFlora,61\nFlora :: Moss,28\nFlora :: Moss :: Peat,3\nFlora :: Fern,4\n", (4, 3, 1)),
    "item.csv": ("article,place,n\nS1,Flora > Moss,5\nS2,Flora > Moss,4\nS3,Flora > Fern > Tree,1\n", (4, 3, 1)),
    "lone.csv": ("a,b,c\nNo,Isles,Ahm\nNo,Isles,Bey\nNo,Hills,Eft\n,,Rock\nSo,Cape,Cul\nSo,Cape,Dor\n", (11, 8, 3)),
}


@each("name", HEADERS)
def test_a_first_line_of_headings_is_no_class(name: str):
    text, (classes, edges, roots) = HEADERS[name]
    guess = open_file(text.encode(), name).guess
    assert guess.header
    assert (guess.classes, guess.edges, guess.root_count) == (classes, edges, roots)
