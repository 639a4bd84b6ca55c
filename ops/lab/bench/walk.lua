-- wrk script: follows `next_cursor` from page to page, and starts again at the end of the feed or after a number of pages. Arguments: path of the first page, number of pages.
local first, path, pages, most = '', '', 0, math.huge
function init(args)
  first = args[1]
  most = tonumber(args[2]) or math.huge
  path = first
end
function request()
  return wrk.format('GET', path)
end
function response(status, headers, body)
  local cursor = string.match(body, '"next_cursor":"([%w_-]+)"')
  pages = cursor and pages + 1 or 0
  if pages >= most then
    cursor = nil
    pages = 0
  end
  path = cursor and first .. '&cursor=' .. cursor or first
end
