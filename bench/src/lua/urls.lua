-- Sends the requests of a file in turn, from a random start. Each line is a path, or path TAB If-None-Match.
local requests = {}
function init(args)
  for line in io.lines(args[1]) do
    local path, tag = line:match("^([^\t]+)\t(.+)$")
    local headers = { ["If-None-Match"] = tag }
    for name, value in pairs(wrk.headers) do headers[name] = value end
    requests[#requests + 1] = wrk.format("GET", path or line, headers)
  end
  math.randomseed(os.time())
  next_request = math.random(#requests)
end
function request()
  next_request = next_request % #requests + 1
  return requests[next_request]
end
