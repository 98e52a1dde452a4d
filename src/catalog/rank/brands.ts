/**
 * Services that many know, by names that mean nothing else: whoever types one wants that service, and an SDK that only
 * mentions it is another one.
 */
export const BRANDS: ReadonlySet<string> = new Set(
  `
adobe adyen airbnb algolia alibaba alipay anthropic asana atlassian auth0 aws azure baidu bigquery binance bitbucket
bloomberg bluesky calendly canva chatgpt cisco cloudflare cloudinary cohere coinbase databricks datadog deepl deezer
deliveroo dhl digitalocean discord docusign doordash dropbox duolingo dynatrace ebay etsy expedia facebook fedex figma
firebase flickr foursquare freshbooks freshdesk github gitlab gmail godaddy goodreads google groq heroku hootsuite
hotmail hubspot huggingface ibm imdb imgur instagram intuit jira klarna klaviyo linkedin lyft mailchimp mailgun mapbox
mastodon microsoft mollie netflix netlify netsuite nvidia okta onedrive openai pagerduty paypal pinterest pipedrive
plaid postman quickbooks quora reddit revolut ringcentral salesforce samsung sendgrid servicenow sharepoint shopify
skype slack smartsheet snapchat snowflake soundcloud splunk spotify squarespace strava stripe supabase surveymonkey
telegram ticketmaster tiktok tinder todoist trello tripadvisor trustpilot tumblr twilio twitch twitter typeform
unsplash vercel vimeo vonage walmart wechat whatsapp wikipedia woocommerce wordpress workday xbox xero yahoo yandex
yelp youtube zapier zendesk zillow zoho zomato
`.match(/\S+/g),
)
