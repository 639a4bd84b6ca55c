-- Which trades, revisions and drops of Form 4 filings are in this range of the log? Key: drops (seq).
SELECT seq, record
FROM drops
WHERE seq BETWEEN {from:UInt64} AND {to:UInt64}
    AND source_type = 'sec_form4'
ORDER BY seq
LIMIT 1 BY seq
