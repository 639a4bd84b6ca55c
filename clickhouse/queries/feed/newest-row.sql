-- Which sequence has the newest row? 0 if there is none. Key: feed (seq), whose index answers without reading rows.
SELECT max(seq) AS seq FROM feed
