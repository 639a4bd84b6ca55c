    snapshot_id = {snapshot_id:String}
    AND market = {market:String} -- if: market
    AND ticker IN {tickers:Array(String)} -- if: tickers
    AND position(ticker, {search:String}) > 0 -- if: search
    AND score >= {min_z:Float64} -- if: min_z
    AND sentiment >= {tone:Float64} -- if: positive
    AND (sentiment <= -{tone:Float64} OR sentiment_change <= -{tone:Float64}) -- if: negative
    AND sentiment > -{tone:Float64} AND sentiment < {tone:Float64} -- if: mixed
