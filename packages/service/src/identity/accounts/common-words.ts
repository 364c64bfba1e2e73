// Words that the most used passwords are made of, and rows of keys that fingers walk along: facts for the rules of passwords.

/** In lower case, letters only; gathered from what lists of leaked passwords have in common, in English and Spanish. */
export const COMMON_WORDS: readonly string[] = [
  // What asks to be let in.
  'password passwort passw0rd contrasena contrasenia clave pass secret secreto letmein welcome bienvenido login signin access',
  'acceso admin administrator administrador root user usuario username guest invitado default changeme temporary temporal temp',
  'test testing tester demo sample example master system computer internet server office company business security private',
  'please trustno trustme nothing whatever something anything everything forever always never',
  // People dear, and what they are called.
  'iloveyou ilove loveyou lovely love lover loveme teamomucho teamo tequiero mucho amor corazon princess princesa prince queen king angel angels',
  'angela baby babygirl babyboy honey sweetie sweet family familia mother father mommy daddy brother sister friend friends amigo',
  'michael jennifer jessica ashley daniel david andrew joshua matthew anthony robert thomas william jordan michelle nicole',
  'charlie george harley hunter taylor amanda samantha alexander alejandro carlos maria jose juan miguel antonio fernando',
  'francisco ricardo eduardo roberto patricia gabriel gabriela veronica monica andrea sandra laura claudia martin maggie ginger',
  'pepper cookie buddy bailey buster tigger snoopy scooby mickey minnie donald batman superman spiderman ironman starwars',
  'pokemon naruto gandalf merlin matrix blink winnie barbie hannah sophie chloe jasmine brandon justin steven kevin brian jason',
  // Animals, colors, food.
  'dragon monkey tiger lion eagle falcon panther panda dolphin butterfly kitten kitty puppy horse mustang bear wolf turtle',
  'chicken rabbit spider shark snake cheese chocolate banana apple orange lemon cherry peach coffee pizza sugar candy vanilla',
  'black white green yellow purple silver golden blue pink red crystal diamond ruby pearl rainbow sunshine sunflower flower',
  'flowers rose daisy lily star stars moon sun snow summer winter spring autumn fall verano invierno primavera',
  // Sports, music, cars, places.
  'football soccer baseball basketball hockey tennis golf rugby swimming fishing hunting running racing futbol barcelona madrid',
  'liverpool chelsea arsenal manchester yankees cowboys steelers lakers eagles dodgers redsox patriots packers chicago boston',
  'dallas america american california texas florida newyork london mexico usa canada colombia argentina espana england ireland',
  'guitar music metallica nirvana slipknot eminem rockstar rock corvette ferrari porsche mercedes toyota honda yamaha harleydavidson',
  // Times and moods.
  'monday tuesday wednesday thursday friday saturday sunday lunes martes miercoles jueves viernes sabado domingo january february',
  'march april june july august september october november december enero febrero marzo abril mayo junio julio agosto septiembre',
  'octubre noviembre diciembre today tomorrow happy lucky magic power freedom peace hello hola shadow phoenix ninja',
  'cowboy killer hacker gangster soldier warrior pirate wizard knight legend hero champion winner money dollar bitcoin million',
  'jesus christ god blessed blessing faith grace heaven hope dios cristo unbelievable motherfucker fuckyou fuckoff asshole bitch',
  'bullshit whatever qwerty qwertz azerty asdf asdfgh zxcvbn zxcvbnm',
  // What people who would sign in here have around them.
  'doctor doctora nurse enfermera physician medico medical medicine medicina clinic clinica hospital pharmacy farmacia patient',
  'paciente prescription prescriber receta health healthcare salud care surgery dental nursing emergency ambulance stethoscope',
  'aspirin ibuprofen tablet vitamin vaccine provider practice erx pestle',
].flatMap((line) => line.split(' '));

/** Keys beside or below one another, as fingers walk along them. */
export const KEY_ROWS: readonly string[] = [
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1234567890',
  'abcdefghijklmnopqrstuvwxyz',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'zaqxswcdevfrbgtnhymjukilop',
  'a1b2c3d4e5f6g7h8i9',
  '1a2b3c4d5e6f7g8h9i',
  '112233445566778899',
  '147258369',
  '159753',
  '741852963',
];
