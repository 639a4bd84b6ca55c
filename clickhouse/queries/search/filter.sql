    AND newest BETWEEN {newest_from:Int64} AND {newest_to:Int64}
    AND seq <= {seq_to:UInt64}
    AND version <= {seq_to:UInt64}
    AND relevance >= {min_relevance:UInt8}
    AND category IN {categories:Array(String)} -- if: categories
    AND category NOT IN {exclude_categories:Array(String)} -- if: exclude_categories
    AND source_type IN {source_types:Array(String)} -- if: source_types
    AND is_root = {roots_only:Bool} -- if: roots_only
    AND (NOT startsWith(term, '$') OR arrayExists((held, span_newest_from, span_newest_to) -> term = held AND newest BETWEEN span_newest_from AND span_newest_to, {span_terms:Array(String)}, {span_from:Array(Int64)}, {span_to:Array(Int64)})) -- if: span_terms
