-- Documents a twentieth smaller, at no more work than before: zstd's own default level. Parts of before stay as they are.
ALTER TABLE feed
    MODIFY COLUMN doc String CODEC(ZSTD(3)),
    MODIFY COLUMN detail String CODEC(ZSTD(3));
ALTER TABLE insider_trades MODIFY COLUMN doc String CODEC(ZSTD(3));
