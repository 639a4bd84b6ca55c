    concat(substring(doc, 1, length(doc) - {unfilled_bytes:UInt32}), '"story_id":"', leftPad(lower(hex(feed.story_id)), 16, '0'), '","sources_count":null,"sources":null}') AS document
