/** The countries of the world, a line for each: its name and its people, then its large cities (synonyms.ts). */
export const countries = `
afghanistan, afghan | kabul
albania, albanian | tirana
algeria, algerian | algiers
andorra, andorran
angola, angolan | luanda
argentina, argentine, argentinian | buenos aires, peso
armenia, armenian | yerevan
australia, australian | sydney, melbourne
austria, austrian | vienna
azerbaijan, azerbaijani | baku
bahamas, bahamian
bahrain, bahraini
bangladesh, bangladeshi | dhaka
barbados, barbadian
belarus, belarusian | minsk
belgium, belgian | brussels, antwerp, ghent, bruges
belize, belizean
benin, beninese
bhutan, bhutanese
bolivia, bolivian | la paz
bosnia, bosnian | sarajevo
botswana | gaborone
brazil, brazilian, brasil | sao paulo, rio de janeiro, brasilia
brunei, bruneian
bulgaria, bulgarian | sofia
burkina faso | ouagadougou
burundi, burundian
cambodia, cambodian | phnom penh
cameroon, cameroonian
canada, canadian | toronto, ottawa, vancouver, montreal
cape verde, cabo verde
chad, chadian
chile, chilean | santiago
china, chinese | beijing, shanghai, mandarin
colombia, colombian | bogota
congo, congolese | kinshasa
costa rica, costa rican
croatia, croatian | zagreb
cuba, cuban | havana
cyprus, cypriot | nicosia
czechia, czech, czech republic | prague
denmark, danish | copenhagen
dominican republic | santo domingo
ecuador, ecuadorian | quito
egypt, egyptian | cairo
el salvador, salvadoran
eritrea, eritrean
estonia, estonian | tallinn
ethiopia, ethiopian | addis ababa
fiji, fijian
finland, finnish | helsinki
france, french | paris, lyon, marseille
gabon, gabonese
gambia, gambian
georgia, georgian | tbilisi
germany, german, deutschland, deutsch | berlin, munich, hamburg, cologne, frankfurt
ghana, ghanaian | accra
greece, greek | athens
guatemala, guatemalan
guinea, guinean
guyana, guyanese
haiti, haitian
honduras, honduran
hong kong, hk
hungary, hungarian | budapest
iceland, icelandic | reykjavik
india, indian | mumbai, delhi, konkan, bangalore, kolkata
indonesia, indonesian | jakarta
iran, iranian | tehran
iraq, iraqi | baghdad
ireland, irish | dublin
israel, israeli | jerusalem, tel aviv
italy, italian | south tyrol, rome, milan, bolzano
ivory coast, ivorian
jamaica, jamaican | kingston
japan, japanese | tokyo, osaka
jordan, jordanian | amman
kazakhstan, kazakh | almaty
kenya, kenyan | nairobi
korea, korean | seoul
kosovo, kosovar | pristina
kuwait, kuwaiti
kyrgyzstan, kyrgyz | bishkek
laos, laotian
latvia, latvian | riga
lebanon, lebanese | beirut
liberia, liberian
libya, libyan | tripoli
liechtenstein | vaduz
lithuania, lithuanian | vilnius
luxembourg, luxembourgish
madagascar, malagasy
malawi, malawian
malaysia, malaysian | kuala lumpur
maldives, maldivian
mali, malian | bamako
malta, maltese | valletta
mauritania, mauritanian
mauritius, mauritian
mexico, mexican | mexico city
moldova, moldovan | chisinau
monaco, monegasque
mongolia, mongolian | ulaanbaatar
montenegro, montenegrin | podgorica
morocco, moroccan | casablanca, rabat
mozambique, mozambican | maputo
myanmar, burma, burmese
namibia, namibian, windhoek
nepal, nepali, nepalese | kathmandu
netherlands, dutch, holland | amsterdam, rotterdam
new zealand | auckland
nicaragua, nicaraguan
nigeria, nigerian | lagos, abuja
north macedonia, macedonia, macedonian | skopje
norway, norwegian | oslo
oman, omani | muscat
pakistan, pakistani | karachi, islamabad
palestine, palestinian
panama, panamanian
paraguay, paraguayan
peru, peruvian | lima
philippines, philippine, filipino | manila
poland, polish | warsaw, krakow
portugal, portuguese | lisbon, lisboa, porto
puerto rico, puerto rican
qatar, qatari | doha
romania, romanian | bucharest
russia, russian | moscow, kremlin
rwanda, rwandan | kigali
saudi arabia, saudi | riyadh
senegal, senegalese | dakar
serbia, serbian | belgrade
sierra leone | freetown
singapore, sg
slovakia, slovak | bratislava
slovenia, slovenian | ljubljana
somalia, somali | mogadishu
south africa, south african | johannesburg, cape town
spain, spanish, espana | madrid, barcelona
sri lanka, sri lankan | colombo
sudan, sudanese | khartoum
suriname, surinamese
sweden, swedish | stockholm, gothenburg
switzerland, swiss, schweiz, suisse, svizzera | bern, basel, lucerne, lausanne, st gallen, thurgau
syria, syrian | damascus
taiwan, taiwanese | taipei
tajikistan, tajik
tanzania, tanzanian
thailand, thai | bangkok
togo, togolese
trinidad, tobago
tunisia, tunisian | tunis
turkey, turkish, turkiye | istanbul, ankara
turkmenistan, turkmen
uganda, ugandan | kampala
uk, united kingdom, britain, british, england, gb | london, scotland, wales
ukraine, ukrainian | kyiv, kiev
united arab emirates, uae, emirati | dubai, abu dhabi
uruguay, uruguayan | montevideo
us, usa, united states, american, america, u s
uzbekistan, uzbek | tashkent
vatican, holy see
venezuela, venezuelan | caracas
vietnam, vietnamese | hanoi, saigon
yemen, yemeni
zambia, zambian | lusaka
zimbabwe, zimbabwean | harare
`
