/** Earth and sky, living things, food and health, travel and sport: a line for a thing, its expressions between commas (synonyms.ts). */
export const nature = `
air quality, air pollution, aqi, particulate, pm2 5, smog, polluted air, clean air, air clean, breathe air, safe to breathe | go for run, wildfire smoke
airport, aerodrome
airport weather, pilot report, metar, taf | pilot
allergen | ingredient, packaged food, barcode food, food product, food label, nut, gluten
animal picture, cute animal, random animal
asteroid, near earth, close approach, hit earth | comet, meteor
astronaut, people in space, people in orbit, astronaut in space, who in space
avalanche, snow danger
baseball, mlb | pitcher, home run
basketball, nba
beer, brew, ale, craft beer | brewery, pub, beer recipe, homebrew
bicycle, bike, cycling, bike sharing, cycle hire, rental bike, free bike, mountain bike
bike sharing, rental bike, rent bike, bike rental, bicycle rental, shared bike, bike share, city bike, hire bike
bird, ornithology
bird call, birdsong, bird sound, bird recording, animal sound, sing bird, bird singing, bird song, chirp, sound of animal
bmi, body mass index, overweight, underweight, body weight, ideal weight
buoy | surf report, surfing
public transport, public transit, transit | bus
candy | jelly bean, flavor
car, automobile, vehicle, motor vehicle
carbon, co2, emission, carbon footprint, footprint | green site
carbon intensity, green electricity, clean energy, dirty power, grid carbon, how green is electricity, co2 of electricity
cat, kitten, kitty, feline, meow
charging station, ev charger, electric vehicle charging, charge electric car, charging point, charge car, ev charging, charge electric vehicle
chemical, element, periodic table, chemistry, atom, chemical element, elements, isotope, atomic
cocktail, mix drink, drink recipe, mixed drink, mocktail | bartender, alcohol drink
coffee | espresso, latte, caffeine
covid, coronavirus, covid case, corona | virus, wastewater, epidemic, pandemic, infection, death rate
covid wastewater, sewage, sewage virus
departure, timetable, next train, next bus, train schedule, station board, leave station, train delay, delayed train, train late, next tram, tram, bus stop, bus time, when bus come, stationboard, train from, train between, travel by train
disease, illness
dna, gene sequence, sequence analysis | crispr, protein sequence
doctor, physician, health provider, health care provider, npi, medical provider, clinic, find doctor, doctor registry, provider number, dentist
dog, puppy, canine, hound, bark, doggo, pup
drink, beverage | cocktail
drug, medicine, medication, pharmaceutical, pill | side effect, adverse event, recall
earthquake, seismic, quake, tremor, ground shaking, magnitude
electricity, power grid, power generation, power price, electricity mix, where electricity comes from, electricity cost | solar power, wind power, nuclear, renewable share, energy mix, spot price, day ahead, power plant
elevation, altitude, height above sea, terrain height, how high, meter above sea, height of mountain, sea level, how tall, tall, mountain height, summit, height of place, highest
extinct, died out | dinosaur
fitness, wearable, workout, activity tracker, heart rate, exercise, step count, smartwatch, wearable data, sleep data, garmin, fitbit
flight, airline, flying
flight fare, airfare, cheap flight, book flight, flight price, plane ticket, flight ticket, fly to, cheap ticket, return flight, ticket price of flight, trip by plane
flight tracking, track flight, plane overhead, live aircraft, aircraft position, track plane, flight radar, plane above, plane over house, airplane above, what plane, live plane
flood, river discharge, river level, flooding, overflow, discharge, high water
food-bank, donate food, food donation, hungry
food ingredient, what is in food, in my food, inside product, scan product, product by barcode, grocery product, ean code
football, soccer, football result, football table, league table, soccer game, premier league, kick off | goal, match result
footfall, pedestrian, people walking, visitor count, passerby, visitor frequency, how busy, crowd, how crowded, people in street, visitors in city, busy street
formula 1, f1, formula one, grand prix, motor racing, racing driver, pit stop, race result, f1 driver
fox, foxy
fruit | vegetable, banana, apple
fuel, gas price, petrol, gasoline, gas station, petrol station, filling station, diesel, fuel price, petrol price, price at pump, refuel, cheapest petrol, diesel price
gene, dna, genome, protein, rna, genetic, primer
geocode, geocoding, address to coordinate, latitude longitude of address, forward geocoding, coordinate of address, coordinate, latitude, longitude, lat lng, gps, address to map, put address on map, find location of address, coordinates of place, map pin
heat, heat stress, heat wave, hot weather
hiking, hike, trail, walking route, trek, mountain trail, closed trail, footpath
historical weather, past weather, weather history, climate data
hockey, nhl, ice hockey
holiday, public holiday, bank-holiday, national holiday, day off, non working day, long weekend, bank close, working day, day off work, shops closed, is tomorrow a holiday, free day, holidays this year, vacation day
hospital, clinic | healthcare
hotel, accommodation, lodging, guesthouse, place to stay, overnight, holiday apartment, room for night, vacation rental, where to sleep | bed
hygiene rating, restaurant inspection, clean restaurant, food hygiene, food safety, kitchen clean, restaurant clean, safe to eat
icd, icd 10, diagnosis code, disease code, disease classification, cie 10
launch, countdown launch, rocket schedule, next liftoff
longevity, biological age, aging
lunar, moon calendar, chinese calendar, chinese date, lunar new year, moon date
mars, red planet, mars photo, martian | rover
medicine recall, drug recall, adverse reaction, side effect, harmful side effect, drug safety, fda
nasa, space agency, space picture, astronomy image
national park, natural area
nutrition, calorie, nutrient, nutritional, nutrition fact, how many calorie, macro, kcal | diet, healthy eating, vitamin, protein in food, fat sugar, healthy
ocean, sea, marine, ocean temperature, sea state | wave forecast, sailing
oldest person, live longest, oldest human, oldest alive, how old is oldest | longevity, lifespan
olympics, athlete, mental training
parking, car park, parking space, parking lot, parking spot, park car, garage, free parking, where to park, car park space, empty parking
picture of day, apod, astronomy picture
plane, aircraft, airplane, aeroplane
planet, planets and moons, planets
pollen, hay fever | allergy
postcode, postal code, zip code, zip, postalcode, zipcode, post code of place, city for zip, city by zip, place by postal code, zip to city, street for zip
recipe, cooking, cook, what to cook, lunch idea, cook tonight, dish idea, cook for dinner | meal, dish, dinner, supper
red-tide, algae, algal bloom
restaurant, eat out | takeaway, food outlet
reverse geocode, reverse geocoding, coordinate address, coordinate place, latitude address, coordinates into address, where is this point, name of place at coordinates, gps to address, street at coordinates, nearest address
river temperature, swim in river, bathing water, lake temperature
road, motorway, highway | traffic
roadwork, road closure | traffic jam, congestion, motorway
rocket, rocket launch, space launch, next launch, liftoff | spacecraft, launch
satellite, two line element, tle, satellite position, track satellite, starlink position | orbit, space debris
scooter, shared mobility, e scooter, car sharing
shark, shark attack
snow, skiing, ski, powder | precipitation, rainfall
solar system | planet, moon
space station, iss, international space station, space station position, where space station, space station now
spacex, elon rocket, starlink, falcon
species, biodiversity, wildlife, flora, fauna | plant, animal, occurrence, nature observation, mammal
sport, game score, live score, sports result, team schedule, fixture
stargazing, astronomical seeing, night sky
subway, metro, underground
sumo, wrestler, wrestling
sunrise, sunset, daylight, dusk, dawn, sun set, sun go down, sun goes down, sun comes up, sun rises, nightfall, twilight, when dark, golden hour, sun come up, when does sun rise, get dark
swim, swimming, bathing | water temperature, river temperature
tide, high tide, low tide, tidal, ebb, tide time, tide table
timezone, time zone, local time, current time, time now, clock, time in city, what time is it, time in, hour in, clock in
toilet, restroom, bathroom, wc, lavatory, loo, gender neutral, accessible toilet
traffic, traffic jam, road work, motorway closed, webcam of road
train, railway, rail, railroad
uv, ultraviolet, uv index, sunburn, sun protection, sunscreen, sun cream, sun strength
vehicle register, driving license, license plate, number plate, registration plate, vehicle history, used car
vessel, ship, boat
visitor arrival, tourist arrival, how many tourists, tourist number
water quality, water sample, drinking water, polluted river
wave, wave height, swell, swell height | surf, buoy
weather forecast, will it rain, need umbrella, take umbrella, umbrella today, umbrella tomorrow, rain tomorrow, weather tomorrow, weekend weather, rain today, should i bring umbrella, cold outside, hot outside, how warm, how cold, will it snow | jacket, sunny
weather station, sensor reading, measuring station, observation, weather observation, citizen sensor, ground station, measured temperature
`
