/** The log line that introduces the setup link. The Console quotes it. */
export const setupLinkLabel = 'To set up Kinora, open this link (valid once, for one day):';
