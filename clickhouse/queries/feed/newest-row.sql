-- Which sequence has the newest row? Key: feed (seq); the first and last keys of its parts answer, 0 when there is none.
SELECT max(seq) AS seq FROM feed
