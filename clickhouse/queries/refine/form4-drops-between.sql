-- Which trades without article, revisions and drops of insiders' filings are in this range of the log? Key: drops (seq).
SELECT seq, record
FROM drops
WHERE seq BETWEEN {from:UInt64} AND {to:UInt64}
    AND source_type = 'sec_form4'
ORDER BY seq
LIMIT 1 BY seq
