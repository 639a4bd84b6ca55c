-- How many rows of a time range have each of up to eight terms? Key: search_terms (term, newest), whose index answers without reading rows.
SELECT 0 AS place, count() AS rows FROM search_terms WHERE term = {term_0:String} AND newest BETWEEN {newest_from:Int64} AND {newest_to:Int64}
UNION ALL SELECT 1 AS place, count() AS rows FROM search_terms WHERE term = {term_1:String} AND newest BETWEEN {newest_from:Int64} AND {newest_to:Int64} -- if: term_1
UNION ALL SELECT 2 AS place, count() AS rows FROM search_terms WHERE term = {term_2:String} AND newest BETWEEN {newest_from:Int64} AND {newest_to:Int64} -- if: term_2
UNION ALL SELECT 3 AS place, count() AS rows FROM search_terms WHERE term = {term_3:String} AND newest BETWEEN {newest_from:Int64} AND {newest_to:Int64} -- if: term_3
UNION ALL SELECT 4 AS place, count() AS rows FROM search_terms WHERE term = {term_4:String} AND newest BETWEEN {newest_from:Int64} AND {newest_to:Int64} -- if: term_4
UNION ALL SELECT 5 AS place, count() AS rows FROM search_terms WHERE term = {term_5:String} AND newest BETWEEN {newest_from:Int64} AND {newest_to:Int64} -- if: term_5
UNION ALL SELECT 6 AS place, count() AS rows FROM search_terms WHERE term = {term_6:String} AND newest BETWEEN {newest_from:Int64} AND {newest_to:Int64} -- if: term_6
UNION ALL SELECT 7 AS place, count() AS rows FROM search_terms WHERE term = {term_7:String} AND newest BETWEEN {newest_from:Int64} AND {newest_to:Int64} -- if: term_7
