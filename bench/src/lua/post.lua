-- Posts the lines of a file as bodies, in turn, to /questions or to the given path.
local requests = {}
function init(args)
  for line in io.lines(args[1]) do
    requests[#requests + 1] = wrk.format("POST", args[2] or "/questions", { ["Content-Type"] = "application/json" }, line)
  end
  next_request = 0
end
function request()
  next_request = next_request % #requests + 1
  return requests[next_request]
end
