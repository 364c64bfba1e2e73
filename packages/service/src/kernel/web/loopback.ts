// Whether a host is this machine itself, where http is as good as https.

/** For the host of an address to listen on as well as for that of a URL, which puts IPv6 into brackets. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}
