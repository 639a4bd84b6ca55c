-- Returns the other records about the document of this uid: that it was dropped, or corrects another. Reads one narrow column of drops.
SELECT seq, record
FROM drops
WHERE uid = {uid:UInt64}
ORDER BY seq
LIMIT 1 BY seq
LIMIT {limit:UInt32}
