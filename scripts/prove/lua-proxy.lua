-- Sends what LuaSocket is asked for to the API stub: LuaSocket reads no proxy from the environment, and LuaSec knows none.
local ok, http = pcall(require, "socket.http")
if not ok then return end

local stub = os.getenv("HTTP_PROXY")

-- The URL goes along in a header. An https one needs LuaSec, as it does without the API stub.
local function redirected(request)
  return function(first, body)
    local asked = type(first) == "table" and first or { url = first }
    if asked.url:match("^https:") then require("ssl.https") end
    local through = {}
    for key, value in pairs(asked) do through[key] = value end
    through.headers = { ["x-asked-url"] = asked.url }
    for key, value in pairs(asked.headers or {}) do through.headers[key] = value end
    through.url = stub .. "/"
    if type(first) == "table" then return request(through) end
    local ltn12 = require("ltn12")
    local parts = {}
    through.sink = ltn12.sink.table(parts)
    if body then
      through.method = "POST"
      through.source = ltn12.source.string(body)
      through.headers["content-length"] = tostring(#body)
    end
    local done, code, headers, status = request(through)
    if not done then return nil, code end
    return table.concat(parts), code, headers, status
  end
end

local plain = http.request
http.request = redirected(plain)
local secured, https = pcall(require, "ssl.https")
if secured then https.request = redirected(plain) end
