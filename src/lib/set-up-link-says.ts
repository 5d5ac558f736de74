/** The line above the set-up link in the log. The Console quotes it. */
export const setUpLinkSays = 'To set up Kinora, open this link (valid once, for one day):';
