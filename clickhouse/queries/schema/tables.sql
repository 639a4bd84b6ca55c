-- Which tables does the database have, and with which engine?
SELECT name, engine FROM system.tables WHERE database = {database:String}
