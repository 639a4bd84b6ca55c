-- When did these rows become visible? Key: feed (seq).
SELECT seq, toString(visible_at) AS visible_at
FROM feed
WHERE seq BETWEEN {from_seq:UInt64} AND {to_seq:UInt64} AND version = 0
