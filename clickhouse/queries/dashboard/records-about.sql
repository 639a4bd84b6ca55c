-- Returns the records about the document with this uid that are no rows: its drop, its revisions, or the revision that the document caused.
-- Reads two narrow columns of drops, and revisions whole.
SELECT seq, record
FROM drops
WHERE uid = {uid:UInt64} OR (type = 'revision' AND JSONExtractString(record, 'revises') = {uid_hex:String})
ORDER BY seq
LIMIT 1 BY seq
LIMIT {limit:UInt32}
