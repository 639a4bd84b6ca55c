-- Which tables does the database hold, with what engine? From the server's own account of them.
SELECT name, engine FROM system.tables WHERE database = {database:String}
