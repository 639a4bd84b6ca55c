-- Which rows match a search best, and how old is the oldest examined one? Key: search_terms (term, newest). Only the newest rows with a driver
-- (search/find.ts) are examined, up to a limit, and other terms not further back than these. Only entries of a row's newest version count, and
-- duplicates count once. The answer is one row.
WITH
    (SELECT groupArray((seq, newest)) FROM
    (
        -- include: search/drivers
    )) AS leading,
    (length(leading), arrayMax(row -> row.2, leading)) AS reach
SELECT
    reach.1 AS looked_at,
    reach.2 AS oldest,
    -- Best first, by the position in the order below.
    arraySort(row -> row.1, groupArray((place, seq, row_newest, last_version, toString(terms_mask), score))) AS found
FROM
(
    SELECT rowNumberInAllBlocks() AS place, seq, row_newest, last_version, terms_mask, score
    FROM
    (
        SELECT
            seq,
            max(newest) AS row_newest,
            max(relevance) AS row_relevance,
            max(version) AS last_version,
            arrayDistinct(groupArray((version, indexOf({terms:Array(String)}, term), impact))) AS entries,
            arrayFilter(entry -> entry.1 = last_version, entries) AS held,
            arrayReduce('groupBitOr', arrayMap(entry -> bitShiftLeft(toUInt64(1), entry.2 - 1), held)) AS terms_mask,
            -- The relevance has a small effect, so that primary news ranks above repetitions of it.
            arraySum(entry -> {weights:Array(Float64)}[entry.2] * entry.3, held) * (20 + row_relevance) AS score
        FROM search_terms
        WHERE term IN {terms:Array(String)}
            AND newest <= if(reach.1 = 0, -9223372036854775808, reach.2)
            AND seq IN
            (
                SELECT arrayJoin(leading).1
            )
            -- include: search/filter
        GROUP BY seq
    )
    WHERE length(arrayDistinct(arrayFilter((place, alternative) -> bitAnd(terms_mask, alternative) = alternative, {group_places:Array(UInt8)}, {alternatives:Array(UInt64)}))) >= {groups_min:UInt8}
        AND NOT arrayExists(alternative -> bitAnd(terms_mask, alternative) = alternative, {excluded:Array(UInt64)}) -- if: excluded
        AND bitAnd(terms_mask, {required:UInt64}) != 0 -- if: required
        AND bitAnd(terms_mask, {also_required:UInt64}) != 0 -- if: also_required
    ORDER BY
        log2(score + 0.001) * {half_life_ms:UInt64} - row_newest DESC, -- if: half_life_ms
        row_newest, seq
    LIMIT {limit:UInt32}
)
