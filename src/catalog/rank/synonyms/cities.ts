/** Cities that are things of their own, the others stand with their countries: a line for each (synonyms.ts). */
export const cities = `
boston, mbta
chicago, illinois
geneva, geneve
las vegas, nevada
new york, nyc, new york city, manhattan
zurich, zuerich
`
