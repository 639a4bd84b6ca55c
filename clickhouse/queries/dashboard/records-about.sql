-- Returns the other records about the document of this uid: that it was dropped, corrected or withdrawn, or corrects another.
-- Reads two narrow columns of drops, and revisions whole.
SELECT seq, record
FROM drops
WHERE uid = {uid:UInt64} OR (type = 'revision' AND JSONExtractString(record, 'revises') = {uid_hex:String})
ORDER BY seq
LIMIT 1 BY seq
LIMIT {limit:UInt32}
