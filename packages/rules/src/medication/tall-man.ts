// Holds the tall-man spellings of look-alike generic names (FDA name differentiation project, ISMP list) and applies them.

const SPELLINGS = `
acetaZOLAMIDE ALfentanil ALPRAZolam aMILoride amLODIPine ARIPiprazole azaCITIDine azaTHIOprine
BUPivacaine buPROPion busPIRone carBAMazepine CARBOplatin ceFAZolin cefoTEtan cefOXitin cefTAZidime
cefTRIAXone chlordiazePOXIDE chlorproMAZINE CISplatin cloBAZam clomiPHENE clomiPRAMINE clonazePAM
cloNIDine cloZAPine cycloPHOSphamide cycloSERINE cycloSPORINE DACTINomycin DAPTOmycin DAUNOrubicin
dexAMETHasone dexmedeTOMIDine diazePAM dilTIAZem dimenhyDRINATE diphenhydrAMINE DOBUTamine DOCEtaxel
DOPamine DOXOrubicin droNABinol droPERidol DULoxetine ePHEDrine EPINEPHrine epiRUBicin eriBULin
fentaNYL flavoxATE FLUoxetine fluPHENAZine fluvoxaMINE glipiZIDE glyBURIDE guaiFENesin guanFACINE
hydrALAZINE hydroCHLOROthiazide HYDROcodone HYDROmorphone hydrOXYzine IDArubicin idaruCIZUmab
inFLIXimab ISOtretinoin lamiVUDine lamoTRIgine levETIRAcetam levOCARNitine levoFLOXacin
LEVOleucovorin LORazepam medroxyPROGESTERone metFORMIN methazolAMIDE methIMAzole methylPREDNISolone
methylTESTOSTERone metOLazone metroNIDAZOLE metyraPONE metyroSINE miFEPRIStone migALAstat migLUstat
miSOPROStol mitoMYcin mitoXANTRONE niCARdipine NIFEdipine niMODipine OLANZapine OXcarbazepine
oxyBUTYnin oxyCODONE oxyMORphone PACLitaxel PARoxetine PAZOPanib PEMEtrexed penicillAMINE
PENTobarbital PHENobarbital PHYSostigmine PONATinib PRALAtrexate prednisoLONE predniSONE
pyRIDostigmine QUEtiapine quiNIDine quiNINE RABEprazole rifAMPin rifAXIMin riMANTAdine risperiDONE
riTUXimab romiDEPsin romiPLOStim rOPINIRole ROPivacaine sAXagliptin SITagliptin SORAfenib SUFentanil
sulfADIAZINE sulfaSALAzine SUMAtriptan SUNItinib tiaGABine tiZANidine traMADol traZODone
valACYclovir valGANciclovir vinBLAStine vinCRIStine ZOLMitriptan
`;

const BY_NAME: ReadonlyMap<string, string> = new Map(
  SPELLINGS.trim()
    .split(/\s+/)
    .map((spelling) => [spelling.toLowerCase(), spelling]),
);

/** A generic name in lower case, with the capitals of the list where it has any: `metFORMIN hydrochloride`. */
export function tallMan(name: string): string {
  return name.toLowerCase().replace(/[a-z]+/g, (word) => BY_NAME.get(word) ?? word);
}
