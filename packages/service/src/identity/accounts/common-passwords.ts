// Made by `node scripts/generate.ts` from @zxcvbn-ts/language-common (MIT): 49233 passwords of leaked lists, of which 308 are long enough to be chosen.

/** The first 5 bytes of the SHA-1 of each, in order, in base64. */
export const COMMON_PASSWORD_PREFIXES: string = [
  'ARlxfC0Cmr3z/AR5ZM/+BUxgvWAGXbjsJAblegGzCjpJuGILR1LJKAtmnTgGC2ou6yYLdvtrZQwUptHPDYwsihcN4wdlJA4P1cj4Dug0O8oQdp',
  'BMsRCwO07pEZhxZUgSq7NGqRSg7vVmFPkBCT4VZoleQBV27FeSFv2b2dsYNC0bPRlLjYtoGd+GUJ0aCIKD5RqfEgxnG2WxF9sdWA45Px2HNK2B',
  'HZAocHEeRVUnUR9J4EJEIMqSjB4iSV9yryLQXQTfIwh02F8jLxwgfCTB9LQQJ3TWHtcpbqnskinXe19NKlBRq/AriInoDCwc4TjDLHu8alcs6v',
  '/b4i1yebKALcGY4NUuMiyr2y6kYXrCLv10/Psv3Cxn5jDvgBh8MWrKefQydozD3DPHb3CvNUR0zW814geiszaicTbzNtgHFxM23NGY7DdpjZ0K',
  'N2y9qX04KZaAbDhAvupxOT2nj2U5UbDv+DqNq4M6OrZk3bc7k7H2fj62oLc1PsChF2c/TedU5EC063/VQVxSMGpCdUDuHUMX1XPPQ28I3VNDlQ',
  'algEQRx+SjRosgKaFG/JIP+0duJRzFR9eLSOpH39YbgUgHtY+GSC573VtMkfrvkk2LTW54TyIeqyFP91+AlVBO7cSQUckeZ9NRzx1K7FJaikbb',
  'U1rmeP1VEgkXqVYlndHEVnA25lZaquyN5VrVb5XlXeesUHBeEPpqnl7aRxBHYQEONXdhDtFzkGGTiVCxYfYww0xjlTj5t2VqNlcrZiYxdAJmeD',
  'MkS2aBb5qmZub9JCxoS7eOG2jWypChamasoP5qo1xCSGsjXVOlazXZ1PZrYyJT3muvJ7f/bPR6p2Nt8Jo6a25MbAOBbs4e9IRvqR3n6nEUCtAE',
  'cbNIFQpyB4xxOXIlbWXndJYibBd1sxlXQnZw2V91doXLiRF3dp87EnqUd0JsesbJleJ80O4SqH1ON7SqfkaFV0l/DqcXroCSeTCYgJly4nWBXB',
  '+uMoGFvFvagcpoAhCCmZOrjIQM2rwZhDPWYr6Ec9fTY4WcnpvkiApBt2+IQeoLw4lNjpLli67w+GmMS8y4mIxNB4IrjI68xCSM8fbAK42ZPM32',
  'jeMXEoSN7nmSyY8TEjZzj7peyfmQ1hAWGJErDkQ8kc/ojGySgtBrd5KTAGzxkp07oi2XLuYeyJdXBwvNmLespO6aiHUfcJrsLtnNmzTD1nWcIe',
  'RZTp//y5m6oLcvv9Kiks0s9qMb9OXho6J/WEykI4z4baYqHQhHpj0vmsGmnSM1Hacu1wgeqSXqIBeqK9DDOKsxZQ25q4DXKD6sMP+TRayytmaQ',
  'rNCwtZas1kX8Nqz9O5GarU0e7Uau0gu5IbAs+N+qsHi/Vwaw71PYybJLdo8Bso4UC0my38YhP7OVUFaAs6ypLHm2sFRsy7feFa0uut68+bG7I3',
  'SLFbs2RMImu6HSUXy8TeAuqbxfOVf3vQvaYry9E6DizL0VcbUcvV3yswG/fXWbQL/FFWGbv/CRhEfACe9pp8CnQNVCwS5jODTBoaEyGcMrlB1O',
  'xClum2rFSjS6N8cxZJKBx0QIqpfH/6O8MMgkzDPYyDSqlPnIV4TsIsj+DdwyyP8T4vTKGIYb1MruLmMZzGORGF7Mcy8MWM1r7VBYzZlynEXO/8',
  'DQ98/WJvZ/0D3zjcbROEEKDdQPFYNK1A9tQX3VVIQ0Y9V6j59j1YZwFMTViZqhOdWQl8hO1jfm7a/YpqgHHdkkzbLp2TYxBGTZfHBLNNmzvVRV',
  '20b6Mknb/snK/90VIF/33Y1WUU3fzpv6rOGWAUYv4aJJWHrk5mEKtuUtlSyr5ThwmkPmEqEDFOamswnX5ravvW3nlT+wjOgQZEE/6Bbh4Kfoxj',
  'WBnekFP70J6bW94HTp9ZfMbepS2GLF7B2FYV7snHUF1+8jyUSQ8BZwF6nwWuSjefB5m8kK8Hpltu3xKHe//fGkt6T78puBTu7zujgba/U1iP/i',
  '9iFqndL3ZuHo9Pe8vkBy+LsMKOb6C98pCfoSFJAo+kfI3D37WtZ3lv8gQfo5/79VezL/6Cefgg==',
].join('');

export const COMMON_PASSWORD_PREFIX_BYTES = 5;
