"""The lesson that one begins with: small, whole, and free of faults."""

TEMPLATE = """---
title: {title}
cases: 11a 11b
goal: Say what the learner can do afterwards.
minutes: 5
---
## What one sees first
Words about the picture. A value is an expression in braces: TIE of 11a is {{11a.TIE}}.

```show
cases: 11a 11b
```
```ask
which: hF LCaF MGIA flatF
text: Which measures tell 11a from 11b?
answer: a != b
wrong: flatF: It compares names only.
hint: In 11a the wrong class is nearer.
```
The why, shown after the answer. `hF` falls from {{11a.hF}} to {{11b.hF}}.

## On a case of one's own
```case own
Animals
  Birds
    Owl [t]
  Mammals
    Bat [p]
```
```show
cases: own
picture: sets
measure: hF
```
```ask
number: hF
text: What is hF here?
answer: own.hF
wrong: own.flatF: Ancestors count, too.
```
The sides share only {{up("own", true("own")) & up("own", predicted("own"))}}.
"""
