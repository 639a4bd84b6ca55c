-- wrk script: posts the content of a file. Argument: the file.
local body
function init(args)
  local file = assert(io.open(args[1], 'r'))
  body = file:read('*a')
  file:close()
end
function request()
  return wrk.format('POST', nil, nil, body)
end
