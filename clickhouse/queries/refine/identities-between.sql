-- Which documents are in this range of the log, by uid and the first 128 bits of their identity's SHA-256? Keys: feed (seq), drops (seq).
-- If the identity of a row is its address, only doc has it (record.ts).
SELECT hex(uid) AS uid_hex, lower(substring(hex(SHA256(identity)), 1, 32)) AS digest
FROM
(
    SELECT uid, JSONExtractString(detail, 'identity') AS named, if(named = '', JSONExtractString(doc, 'original', 'url'), named) AS identity
    FROM feed
    WHERE seq BETWEEN {from:UInt64} AND {to:UInt64}
        AND version = 0
    UNION ALL
    SELECT uid, type AS named, JSONExtractString(record, 'identity') AS identity
    FROM drops
    WHERE seq BETWEEN {from:UInt64} AND {to:UInt64}
        AND type != 'gap'
)
