-- wrk script: asks for the paths of a file one after the other. Arguments: the file, and the line to start at.
local paths, at = {}, 0
function init(args)
  for line in io.lines(args[1]) do paths[#paths + 1] = line end
  at = tonumber(args[2])
end
function request()
  at = at + 1
  return wrk.format('GET', paths[(at - 1) % #paths + 1])
end
