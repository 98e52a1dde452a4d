/** What there is of countries and cities, and what is counted there: a line for a thing, its expressions between commas (synonyms.ts). */
export const places = `
british grid, national grid, easting, northing, ordnance survey
city autocomplete, list of cities, cities of country, city search, type city, city picker, town
country, nation, neighbouring country, border country, capital, dialling code, language of country, flag of country
europe, european, eu
flag, country flag
nationality, country of origin, name origin, where name comes from, nationality of name, guess nationality, ethnic
open data, government data, city data, data portal, government dataset, public dataset, statistics office
population, demography, demographic, census, how many people live, inhabitants, number of residents, residents
refugee, asylum, resettlement, resettled, displaced, unhcr
`
