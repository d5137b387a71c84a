"""What each family of measures says of a case, and when: steps, views, notes and pictures, stated independently.

`family.md` holds the texts in tables: of each alternative when it is shown, and the text, both over the names of a
moment that `family.py` gives. That says what there is to tell: which steps, and the classes and edges in each role
of a picture. It has `MEASURES`, the names of its measures; `SETTINGS`, such with parameters that no list shows;
`EVERY`, where they say the same of much, so that each case is told by one of so many of them, in turn; `SAID`, its
tables; and `steps(f, m)`, those before the answer, `views(f, m)` and `notes(f, m)` of a case `f`, plain `Facts`, and
a measure `m`, its name and parameters. Values come from the other files of the oracle, or `value(f, m)` is the exact
one; `fits(f, m)`, if there is one, says whether a case is small enough.
"""
