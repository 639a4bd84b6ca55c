/** Builds sec.gov's error pages in the site's own words, shortened. */
import { reply, type Reply } from '../reply.ts';

const html = 'text/html; charset=utf-8';

const refusal = (
  title: string,
  heading: string,
  paragraphs: readonly string[],
): string => `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml">
<head>
<meta http-equiv="Content-Type" content="text/html; charset=UTF-8" />
<title>SEC.gov | ${title}</title>
</head>
<body>
<div id="header">U.S. Securities and Exchange Commission</div>
<div id="content">
<h1>${heading}</h1>
${paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('\n')}
<p>Reference ID: 0.5dfd733e.1700000000.10b1c2d3</p>
</div>
</body>
</html>
`;

export const rateExceeded = (): Reply =>
  reply(
    429,
    html,
    refusal('Request Rate Threshold Exceeded', 'You\u2019ve Exceeded the SEC\u2019s Traffic Limit', [
      'Your request rate has exceeded the SEC\u2019s maximum allowable requests per second. Your access to SEC.gov will be limited for 10 minutes.',
      'Current guidelines limit each user to a total of no more than 10 requests per second, regardless of the number of machines used to submit requests. To ensure that SEC.gov remains available to all users, we reserve the right to block IP addresses that submit excessive requests.',
    ]),
    { headers: { 'retry-after': '1' } },
  );

/** Returns the reply to a request whose User-Agent is missing or names no contact. */
export const undeclaredClient = (): Reply =>
  reply(
    403,
    html,
    refusal('Your Request Originates from an Undeclared Automated Tool', 'Your Request Originates from an Undeclared Automated Tool', [
      'To allow for equitable access to all users, SEC reserves the right to limit requests originating from undeclared automated tools. Your request has been identified as part of a network of automated tools outside of the acceptable policy and will be managed until action is taken to declare your traffic.',
      'Please declare your traffic by updating your user agent to include company specific information.',
    ]),
  );

/** Returns the reply past the end of the feed of latest filings, and during maintenance. */
export const fileUnavailable = (): Reply =>
  reply(
    503,
    html,
    `<!DOCTYPE html>
<html lang="en">

<head>
    <meta http-equiv="X-UA-Compatible" content="IE=edge" />
    <meta http-equiv="content-type" content="text/html; charset=utf-8">
    <title>SEC.gov | File Unavailable</title>
</head>

<body class="off-canvas hide-extras">
    <div id="main-content" class="row">
        <h1 class="goodbye text-center">This page is temporarily unavailable.</h1><hr/>
        <p>SEC.gov is undergoing maintenance. During this time, webforms will not be available.</p>
    </div>
</body>

</html>
`,
  );

const xml = (status: number, code: string, message: string): Reply =>
  reply(
    status,
    'application/xml',
    `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message><RequestId>EQ6JQ717Z20EN2RA</RequestId><HostId>i1DizwGZ2z2WYZiJDkqr6oPvC4Mt1XmqB7XGnK4C</HostId></Error>`,
  );

export const accessDenied = (): Reply => xml(403, 'AccessDenied', 'Access Denied');
export const noSuchKey = (): Reply => xml(404, 'NoSuchKey', 'The specified key does not exist.');
