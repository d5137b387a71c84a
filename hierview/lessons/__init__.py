"""Lessons: what a lesson is, how its file is read, and what an answer is worth.

A lesson is a Markdown file (`cases/lessons/` has ours): steps that show a case, ask, and say why. Answers are
expressions over the cases, computed when the lesson is taken, so that a lesson cannot contradict the numbers.
"""
