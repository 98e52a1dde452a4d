/** Countries, cities and what is counted there: a line for a thing, its expressions between commas (synonyms.ts). */
export const places = `
argentina, argentine, argentinian, buenos aires, peso
australia, australian, sydney, melbourne
austria, austrian, vienna
bangladesh, bangladeshi, dhaka
belgium, belgian, brussels, antwerp, ghent, bruges
boston, mbta
brazil, brazilian, brasil, sao paulo, rio de janeiro
british grid, national grid, easting, northing, ordnance survey
canada, canadian, toronto, ottawa, vancouver, montreal
chicago, illinois
china, chinese, beijing, shanghai, mandarin
city autocomplete, list of cities, cities of country, city search, type city, city picker, town
country, nation, neighbouring country, border country, capital, dialling code, language of country, flag of country
estonia, estonian, tallinn
europe, european, eu
flag, country flag
france, french, paris, lyon, marseille
geneva, geneve
germany, german, deutschland, deutsch, berlin, munich, hamburg, cologne, frankfurt
hong kong, hk
india, indian, mumbai, delhi, konkan
italy, italian, south tyrol, rome, milan, bolzano
japan, japanese, tokyo, osaka
korea, korean, seoul
las vegas, nevada
mexico, mexican, mexico city
nationality, country of origin, name origin, where name comes from, nationality of name, guess nationality, ethnic
netherlands, dutch, holland, amsterdam, rotterdam
new york, nyc, new york city, manhattan
open data, government data, city data, data portal, government dataset, public dataset, statistics office
poland, polish, warsaw, krakow
population, demography, demographic, census, how many people live, inhabitants, number of residents, residents
portugal, portuguese, lisbon, lisboa, porto
refugee, asylum, resettlement, resettled, displaced, unhcr
russia, russian, moscow, kremlin
singapore, sg
south africa, south african, johannesburg, cape town
spain, spanish, espana, madrid, barcelona
switzerland, swiss, schweiz, suisse, svizzera, bern, basel, lucerne, lausanne, st gallen, thurgau
taiwan, taiwanese, taipei
uk, united kingdom, britain, british, england, english, london, scotland, wales, gb
ukraine, ukrainian, kyiv, kiev
us, usa, united states, american, america, u s
zurich, zuerich
`
