/** Business and money, messages and people, the state and the news: a line for a thing, its expressions between commas (synonyms.ts). */
export const work = `
address validation, validate address, verify address, address verification, address autocomplete, autocomplete address, standardise address, correct address, complete address, mailing address check, suggest address
affiliate, affiliate link | publisher, deeplink
age, year old, old, how old, guess age, birthday, estimate age, age of name
airtime, top up, mobile top up, topup, recharge, prepaid credit, phone credit, mobile credit, top up phone, refill phone, add credit to phone, prepaid card
analytics, product analytics, track event | tracking, metric, user behavior, funnel
baby name, newborn name, first name, given name, name for baby, newborn, popular name, name of newborn
bank payment, pay from bank, pay by bank, initiate payment
barcode, ean, upc, bar code, scan product
bin, iin, card issuer, bank identification, credit card prefix, issuing bank, bank issue card, bank of card, card number, which bank card, card from which bank, first digits of card, first six digits, debit or credit, card brand
bitcoin, btc
bot | telegram bot
breaking news, headline, latest news, news article, top story, news story, current event
calendar, book meeting, free time, busy time, schedule event, when am i free | schedule, appointment
card encryption, p2pe, point to point encryption, tokenization, tokenize, card data
cash register, payment terminal, point of sale
ceo, chief executive, executive, manager pay
chat, messaging, instant message, group chat, team chat, message in channel
chatbot builder, build chatbot, chat flow, conversational form
cohort | retention, lifetime value, return on ad
college | degree worth, tuition, return on investment of college
community, member of community, community member, forum member
company, business entity, corporate, firm
company enrichment, enrich company, firmographic, company data from domain, company logo and size, similar company
company register, company search, company registration, business registry, siret, siren, cnpj, registered company, look up company, companies house, trade register, entreprise
contact management, contact
contract, agreement, legal document
coupon, promo code | discount, bargain
course, online course, e learning, elearning, lms, learning platform, lesson
credit card validation, valid credit card, check credit card, credit card check
crm, customer relationship, customer database, customer record, sales contact
cryptocurrency, crypto, coin price, ethereum price, gas fee, ethereum gas price, digital currency, altcoin, coin market | ethereum, market cap
currency, exchange rate, forex, fx, foreign exchange, currency conversion, convert money, money conversion
customer messaging, broadcast, marketing automation, drip
customer support, help desk, helpdesk, support ticket, customer service, live chat, answer customers, support inbox, customer question
customs, customs declaration, import duty, clearance
data export, event export, raw event, export event
decentralized exchange, dex, liquidity pool, defi
deep link, deep linking, app link, attribution, campaign link, quick link, install attribution
dollar blue, blue dollar, parallel dollar
ecommerce, shop, store, online store, e commerce, shopping
economy, economic, macroeconomic | gdp, growth of country, gdp of country, poverty, development
election, vote, opinion poll, election survey, who won election, election result, who is ahead, race call, political party poll, sunday poll, party poll | poll, voting
elon musk, musk, tesla
email, e mail, mailbox, electronic mail
event management, ticketing, event ticket, guest list, rsvp, sell ticket, attendee, conference, meetup, organise event, event registration, event invitation, guest
exchange rate, currency rate, euro to dollar, dollar to euro, pound to dollar, money worth, change money, how many euros, how many dollars, dollar worth, worth in dollar, worth of currency, convert euro
fraud, fraudulent, scammer, detect fraud, fake customer check, fake user check
gdpr, personal data, privacy request, delete user data, data protection, forget user, right to be forgotten, erase data, erase user, privacy law
gender, sex, male or female, man or woman, boy or girl, guess gender, gender of name, name is male, mr or mrs, he or she
gift card, reward code, employee reward | voucher, reward, incentive, loyalty
government, public administration
health insurance, insurance, employee benefit, insurance cover, obamacare, health plan, benefit for employee
iban, bank account number, check bank account, valid iban
imageboard | thread, forum
inflation, consumer price, cost of living, price of goods, everyday price, price rise, prices going up, how expensive, food prices
invoice, billing, bill
invoice extraction, read invoice, parse invoice, scan invoice, ocr, extract invoice, data from invoice, read bill, invoice to data, scan receipt, receipt
job, vacancy, job listing, job board, employment, career, hiring, job offer, position open, job opening, recruit, hire, find work, looking for work, new job, job in germany, developer job, open position, work abroad
law, legal, legislation, statute, lawyer, attorney, case law, legal advice, legal question, sue, court case
member of parliament, elected official, representative, politician, deputy, senator, mp, councillor, council member, elected, who represents, my mp, who is my representative, write to my representative, local politician, who is in parliament
news, what happened today, what is new, current affair, world news, news of country
note, notebook, personal notes, note taking, notes on computer, knowledge base, write notes
notification, push notification, alert, notify user, in app message, alert user
one time password, otp, verification code, 2fa code, two factor
open banking, bank connection, read bank account, bank balance, bank transactions, connect bank, account balance | bank account, direct debit, bank transfer, payout
parliament, congress, senate, legislature, mps, parliament speech, debate in parliament, minutes of parliament, parliament session, what parliament discussed
patent, intellectual property, invention | trademark, trademark owner, brand registration
trademark, trademark owner, brand registration | patent
payment, pay, checkout, payment processing, accept payment, charge card, accept money, take payment, take card, sell online, checkout page, online payment, get paid, money from customer, apple pay
phone, telephone, mobile number
phone call, telephony, dial, voip
phone validation, validate phone, phone number valid, check phone, phone lookup, carrier lookup, number lookup, line type, real phone number, who is carrier, which carrier, mobile or landline, landline
postal mail, physical mail, postcard, send letter, snail mail, paper mail, print mail, real letter, paper letter, post letter, mail a card, print and post
press, newspaper, journalism | magazine, outlet
price comparison, compare price, cheapest, price history
project management, kanban, sprint, sprint planning, team task, agile | issue tracking, bug tracking, roadmap, backlog, epic
public record, filing | sec, edgar, annual report, building permit, ownership record
reddit, subreddit, wallstreetbets
reddit stocks, stocks people talk about, meme stock, popular stock
regulation, federal register, executive order, rule of government, new rules, proposed rule, federal rule
remote job, remote work, work from home, work home, remote vacancy, telework, work anywhere, home office, digital nomad, work remotely, job from home, remote developer, home based
russian news, independent news, russia independent press, opposition news, anti war
sales pipeline, lead, sales opportunity, prospect, close deal, sales deal
send email, transactional email, email delivery, deliver email, email sending, newsletter, send mail, mail to customer, email customer, deliver mail
shipping, parcel, package tracking, delivery, courier
sms, text message, texting, send text, mobile message, text somebody, text customer, send code, texting customer
social media, follower, like and view, engagement, social network
spending, budget, public finance, taxpayer, federal spending, public money, government contract, grant, where tax goes, who gets government money, government money, government spends, federal award
spreadsheet, excel, spreadsheet database, table of data, no code database | table
stock, share price, equity, stock market, stock quote, ticker, company shares, invest, trading stock, quarterly report, balance sheet, which stocks
student, pupil | apply to university, admission, applicant, apprenticeship, vocational training
subscription billing, recurring payment, recurring billing, subscription, bill customer, monthly billing, charge monthly, charge every month, monthly fee, subscriber, recurring charge, saas billing
tech news, technology news, startup news, hacker news, software article, what programmers read, startup story, programmer news
telegram bot, bot for telegram, chat bot on telegram
issue tracker, bug tracker, issue tracking, bug tracking, track bug, bug report | ticket
tiktok | instagram, facebook, twitter
todo, task, task management, checklist, task list, reminder
trade, export, import, what country exports, exports of country, import export, tariffs
university, college, higher education
vat, tax number, value added tax, vat number, tax id, check vat, valid vat, sales tax
video conference, video call, video meeting, webinar, online meeting, meeting, conference call, schedule meeting, online call
voice agent, phone agent, ai call, answer phone, call customers, phone bot, robot call, talk to callers, answer calls
coffee voucher | voucher
wealth, how rich, rich person money, billionaire spend
whatsapp, whats app, message on whatsapp
`
