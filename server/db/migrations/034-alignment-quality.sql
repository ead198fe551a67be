-- How sure an alignment is beside its points: which share of all that looked alike agrees. Of a chain that of its weakest link; null of what a hand
-- marked, and of what was aligned before.

alter table alignments add quality double precision;
