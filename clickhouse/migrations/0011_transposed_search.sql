-- The index of search a tenth smaller: times and sequences of neighbours share their upper bits, of which T64 keeps none.
-- Parts of before stay as they are until they are merged.
-- Compatible from: 0003, which does not read this table.
ALTER TABLE search_terms
    MODIFY COLUMN newest Int64 CODEC(T64('bit'), ZSTD(1)),
    MODIFY COLUMN seq UInt64 CODEC(T64('bit'), ZSTD(1));
