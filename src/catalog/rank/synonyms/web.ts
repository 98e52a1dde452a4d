/** The web and its safety, code and data, pictures and machine learning: a line for a thing, its expressions between commas (synonyms.ts). */
export const web = `
ai, artificial intelligence, llm, language model, gpt, chatgpt, chatbot, machine learning, ask a language model, chat with ai, llm gateway, one api for models, open source model, ask model, claude, large language model
ai detection, written by ai, written by chatgpt, written by machine, written by robot, ai written, plagiarism, human written, essay written
api directory, api list
archived page, wayback, internet archive, old version of page, page snapshot, web archive, old copy, page copy, earlier version, how page looked, used to look
ascii art, banner text, text art
avatar, profile picture, user picture, profile image, user icon
background removal, remove background, background remover, cut out, transparent background, remove photo background, background of photo, cut out person
base64 | encode, decode, encode text
blockchain address, wallet address, who owns wallet, wallet owner
breach, leak, pwned, data leak, leaked, compromised, password stolen, email hacked, account hacked, hacked, data breach, my email leaked, password exposed, stolen data, leaked data, account leaked, was hacked, have i been hacked
carbon footprint, how green, eco friendly site, environmental impact of site
ci, pipeline | deployment, deploy
cli, command line, terminal, shell
cms, headless cms, manage content, blog content, site content
container, docker, kubernetes, run container | gpu, compute
counter, hit counter, count visit, visit counter, page view counter, increment, count clicks, count views, how many visits, download counter
css, stylesheet | html, front end, frontend
database | storage, key value
dead link, broken link
diagram, chart, graph | query plan, explain query
disposable detection, block disposable, detect disposable, spot disposable, disposable provider, disposable domain, block throwaway, fake signup, fake email, trash mail, junk address, stop fake signup, block temporary, throwaway at signup, spam signup, burner detection
dns, nameserver, dns record, mx record, mail server record, domain record, txt record
domain name, expired domain, domain for sale, dropping domain, buy domain
echo request, test request, http test, httpbin, test client, practice api, prototype, try http, test post request, practice http, learn rest, learning http
email validation, email verification, verify email, validate email, check email, email checker, email exist, email real, deliverable, email valid, fake email, bounce email, address exists, email works, real email, typo in email, undeliverable, mailbox real, verify address of email, valid email
embedding, vector, vectorize, semantic search, similarity of text, vector of text
fake data, mock data, dummy data, test data, sample data, placeholder data, seed data, mock, dummy, fake, demo data, backend for demo, fake backend, fake server, practice backend, tutorial backend, fake rest, mock server, mock api, prototype data, dummy json
fake shop, dummy product, demo shop, sample shop, fake product
feature flag, feature toggle, toggle feature, a b test, rollout, turn feature on, gradual rollout, beta feature, experiment
file upload, upload file, file hosting, host image, image hosting, upload image
font, typography
geolocation, geo location, location of ip, ip location, ip geolocation, geoip, locate ip, visitor location, visitor country, country of visitor, locate visitor, ip country, visitor city, ip to location, visitor come from, where visitor, find city of visitor, country by ip, where user is, locate user, redirect by country, city of ip
golang, go
gpu, graphics card, cheap gpu, rent gpu, cloud gpu, inference server
hash, md5, sha256, checksum, digest, hash text, hash password, sha
headless browser, browser automation, run javascript page, puppeteer
html to pdf, convert html, page to pdf, web page pdf, save as pdf, print page, make pdf, invoice pdf
image, picture, photo, photograph, pic, photography
image editing, edit image, transform image, image transformation, change picture, restyle photo, photo into cartoon, edit photo
image generation, generate image, text to image, generate picture, ai image, draw, ai art, image from prompt, ai picture, picture from text, create image, make picture, draw a picture, picture from prompt, text prompt to image, illustrate
ip, ip address, ip lookup, ipv4, ipv6
ip reputation, ip risk, abuse score, malicious ip, bad ip, vpn detection, proxy detection, detect vpn, detect proxy, vpn or proxy, suspicious ip, behind vpn, use vpn, behind proxy, hide behind proxy, anonymous visitor, bot traffic, block bot, is proxy, is vpn, fraudulent visitor
java, jvm | kotlin
javascript, js, node, nodejs, npm package
json query, filter json, query json, jmespath, transform json
key value store, key value, store value, save value, simple storage, remember value, store setting, save state, persist value, tiny storage
link preview, preview card, title and image of page, rich link
logo, brand image, company logo, bank logo, brand icon, icon of brand
lorem ipsum, placeholder text, filler text, dummy text, dummy copy, blind text
lua, luarocks
malware, virus scan, malicious file
markdown, md | page as text, readable page, article text
math, maths, mathematics, calculus, equation, algebra, derivative, integral, solve, simplify, expression, solve equation, symbolic math, simplify expression, factor polynomial, evaluate formula, maths homework, homework
mcp, model context protocol
metadata of page, link preview, open graph, url preview, unfurl
model hub, ai model, stable diffusion model, checkpoint, lora
my ip, public ip, external ip, own ip, caller ip, what ip, show ip, ip of me
no auth, no key, keyless, without key, without account, without registration, no sign up, no signup, no registration, no authentication, without authentication, open access, no login, unauthenticated, without signing up, no account, free of charge
no code, chatbot builder, conversational form
oauth, sign in, login, access token, authenticate user, single sign on, sso, log in, user login, sign users in, register user
on call, incident, outage, pager, downtime, incident response, on duty, who is on duty, call schedule, alert engineer, wake engineer
open port, exposed port, what hackers see, exposed server, scan server, exposed device
package hosting, artifact repository, private package, package repository, artefact
package registry, npm, dependency, library version, javascript package
page speed, site speed, load time, slow site, lighthouse, site performance, web performance, core web vital, fast site, slow page, how fast, page load, loading speed
password generator, strong password, secure password, random password, make password
pdf | document
phishing, scam link, scam, fake site, dangerous link, malicious link, safe link, url safe, suspicious link, suspicious site
php, composer
placeholder image, dummy image, image placeholder, mockup image, image for mockup, grey box, image box, dummy picture, stand in picture
placeholder photo, random photo, sample image
presentation, slide, slideshow, powerpoint, make slides, slide deck, pitch deck
prime | even, odd, odd or even, is even
profanity, swear, bad word, curse, obscene, swear word, rude word, foul language, censor, clean language, dirty word, offensive word, moderate text, filter comments, bad language, hide swear, clean comments, family friendly, filter bad words, abusive language
odd or even, even, odd, is even | prime
proxy, proxy server, free proxy, proxy list, rotate ip, check proxy, proxy alive, working proxy | socks
python, py, pip
qr, qr code, qrcode, quick response code, scan code, code to scan, wifi code
random number | dice, roll dice
dice, roll dice | random number
random user, fake user, fake person, random person, fake profile, invented people, user for demo, invented user, dummy user, fake name, fake customer, test user, sample user
repository, source code | git
rest api example, sample api
ruby, rb, gem
rust, cargo
schema registry, api specification, openapi conversion, convert openapi, postman, raml
scrape, scraping, crawl, crawler, extract page, page content, page to text, html to markdown, get content of page, crawl page, extract html
screenshot, screen capture, web capture, capture page, page capture, website image, thumbnail of page, webpage preview, render page, page to image, picture of website, picture of page, website picture, snapshot of site, how site looks, page as image, page as pdf, save page
search engine, web search, search the web, google search, search result, private search
sentiment, mood of text, opinion mining, positive or negative, mood on reddit, what people think
seo, search engine optimization, site audit, page audit, rank on google, google rank, search ranking, optimise page
serverless postgres, postgres, postgresql, sql database, hosted postgres, database branch, cloud database
shortener, short link, url shortener, link shortener, shorten, tiny url, short url, shorten link, shorten url, long link, long url, tiny link, make link short, compact link
software catalog, developer portal, backstage, service catalogue
source repository, pull request, merge request, commit, github, issue
ssl, tls, certificate, certificate expire, expired certificate | https
status code, http status, error response, 404, simulate error, error for testing, http error, slow response
status page, incident page, postmortem, service status
stock photo, creative commons, openly licensed, public domain image, royalty free, photo for blog, reusable image, commercial use photo
tech stack, technology of site, built with, detect framework, web technology, which technology, made with, which cms, framework of site, powered by
temporary email, temp mail, tempmail, disposable email, disposable address, throwaway email, throwaway, burner email, disposable inbox, disposable mailbox, temporary mailbox, temporary inbox, throwaway mailbox, anonymous email, trash inbox, inbox without signing up, receive code, receive verification, one time inbox, spam free inbox, mailbox for testing, fake inbox
text generation, generate text, ask ai, chat completion, completion, prompt
text logo, logo from text, neon text, glitch text, stylish text
timestamp, unix time, epoch, unix timestamp, date conversion, seconds since 1970, readable date, epoch seconds, unix seconds
typescript, ts
ui design, design interface, wireframe, mockup of app, user interface
unshorten, expand link, expand url, resolve link, original url, final url, redirect target, short link destination, shortened link go, where link leads, link leads, hidden link, real link, shortened link really go
uptime, availability | sla
user agent, browser detection, useragent, detect browser, device detection, detect device, which browser, which device, operating system of visitor, detect mobile, what browser
username, nickname, user handle, screen name, pick a username, username idea, name idea
uuid, guid, unique identifier, unique id, random id, unique key, unique code, random identifier
video generation, make video, text to video
vpn, virtual private network, vpn server | hide ip, bypass censorship, circumvent, unblock, censorship
vulnerability, cve, security hole, exploit, security flaw, hole in software, known hole, vulnerable, security advisory, security bug, known bug, package vulnerable, known vulnerability, unsafe version, software hole
web hosting, deploy site, host site, website builder, cms, content management, publish site, put site online, deploy app, deploy frontend, deploy, preview deployment
webhook, callback, deliver events, event delivery, receive events
website, site, webpage, homepage, web page, internet page
whois, domain registration, domain owner, who owns domain, own domain, domain expire, domain expiry, registrar, when domain expires, domain taken
`
