-- Which columns do its tables have? Reads the server's table of columns.
SELECT table, name, type FROM system.columns WHERE database = {database:String}
