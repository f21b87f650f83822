/** Words from which titles of Indian notices are composed. */

export const states =
  split(`Andhra Pradesh|Arunachal Pradesh|Assam|Bihar|Chhattisgarh|Goa|Gujarat|Haryana|Himachal Pradesh|Jharkhand|
Karnataka|Kerala|Madhya Pradesh|Maharashtra|Manipur|Meghalaya|Mizoram|Nagaland|Odisha|Punjab|Rajasthan|Sikkim|Tamil Nadu|Telangana|
Tripura|Uttar Pradesh|Uttarakhand|West Bengal|Delhi|Jammu and Kashmir|Ladakh|Puducherry|Chandigarh`)

export const shortStates = split(
  `AP|AR|AS|Bihar|CG|Goa|GJ|HR|HP|JH|KA|KL|MP|MH|MN|ML|MZ|NL|OD|PB|RJ|SK|TN|TS|TR|UP|UK|WB|DL|JK|LA|PY|CH`,
)

export const bodies =
  split(`SSC|UPSC|Railway RRB|Railway RRC|IBPS|SBI|RBI|LIC|DRDO|ISRO|BARC|HAL|BHEL|ONGC|NTPC|SAIL|GAIL|AAI|AIIMS|ESIC|FCI|NABARD|
Indian Army|Indian Navy|Indian Air Force|Coast Guard|BSF|CRPF|CISF|ITBP|SSB|NTA|CBSE|KVS|NVS|EMRS|India Post|BIS|CSIR|ICMR|EPFO|CDAC|BEL|NHM`)

export const stateBodies =
  split(`PSC|Public Service Commission|Police|SSC|Staff Selection Board|High Court|Cooperative Bank|Vidyut Nigam|
Health Department|Forest Department|Panchayati Raj|Transport Corporation|Metro Rail|Board|Rural Livelihood Mission|Education Department|
Medical Services Corporation|Subordinate Services Selection Board|Technical University|Agricultural University`)

export const districts =
  split(`Agra|Ahmedabad|Ajmer|Akola|Aligarh|Allahabad|Alwar|Ambala|Amravati|Amritsar|Anand|Aurangabad|Azamgarh|Bareilly|Bastar|
Bathinda|Begusarai|Belagavi|Bhagalpur|Bharatpur|Bhilai|Bhopal|Bhubaneswar|Bidar|Bijnor|Bikaner|Bilaspur|Bokaro|Chandrapur|Chennai|
Coimbatore|Cuttack|Darbhanga|Dehradun|Dhanbad|Dharwad|Dhule|Durgapur|Etawah|Faridabad|Gaya|Ghaziabad|Gorakhpur|Gulbarga|Guntur|Gwalior|
Hisar|Howrah|Hubli|Indore|Jabalpur|Jaipur|Jalandhar|Jalgaon|Jammu|Jamnagar|Jhansi|Jodhpur|Kanpur|Kolhapur|Kota|Kozhikode|Latur|Lucknow|
Ludhiana|Madurai|Mathura|Meerut|Moradabad|Muzaffarpur|Mysuru|Nagpur|Nanded|Nashik|Nellore|Panipat|Patiala|Patna|Pune|Purnia|Raipur|
Rajkot|Ranchi|Rewa|Rohtak|Rourkela|Salem|Sangli|Satara|Shimla|Siliguri|Sitapur|Solapur|Surat|Thane|Tirupati|Udaipur|Ujjain|Vadodara|
Varanasi|Vellore|Vijayawada|Warangal`)

export const posts =
  split(`Constable|Sub Inspector|Head Constable|Junior Engineer|Assistant Engineer|Staff Nurse|Pharmacist|Lab Technician|
Medical Officer|Clerk|Junior Clerk|Stenographer|Lower Division Clerk|Upper Division Clerk|Data Entry Operator|Assistant Loco Pilot|
Technician|Group D|NTPC|Ticket Collector|Station Master|Probationary Officer|Specialist Officer|Office Assistant|Apprentice|Trade Apprentice|
Graduate Apprentice|Teacher|Primary Teacher|TGT|PGT|Assistant Professor|Professor|Lecturer|Librarian|Principal|Anganwadi Worker|
Forest Guard|Patwari|Village Development Officer|Gram Sevak|Panchayat Secretary|Revenue Inspector|Tax Assistant|Auditor|Accountant|
Multi Tasking Staff|MTS|Havaldar|CGL|CHSL|CPO|GD Constable|Agniveer|NDA|CDS|AFCAT|Civil Services|Engineering Services|Driver|Fireman|
Peon|Safaiwala|Cook|Electrician|Fitter|Welder|Plumber|Draftsman|Surveyor|Scientist|Project Associate|Junior Research Fellow|
Management Trainee|Executive Trainee|Assistant Manager|Law Officer|Civil Judge|District Judge|Public Prosecutor|Food Inspector|
Drug Inspector|Motor Vehicle Inspector|Excise Constable|Jail Warder|Home Guard|Community Health Officer|ANM|GNM|Radiographer|
Physiotherapist|Veterinary Officer|Agriculture Officer|Horticulture Inspector|Statistical Officer|Investigator|Supervisor|Foreman|Mate`)

export const courses =
  split(`B.Ed|D.El.Ed|B.Tech|M.Tech|MBA|BCA|MCA|B.Sc Nursing|GNM|Polytechnic|ITI|LLB|B.Pharm|MBBS|BDS|BAMS|Ph.D|B.A.|B.Com|M.A.|
M.Sc|Class 6|Class 9|Class 11|Diploma|PGDM|B.Arch|B.Voc`)

export const eligibility =
  split(`Class 10 pass|Class 12 pass from a recognised board|Bachelor's degree in any subject|Degree in engineering|ITI certificate in a listed trade|
Master's degree with 55% marks|Diploma in the branch|Graduates and final-year students may apply|MBBS with registration|B.Ed and CTET qualified`)

export const hindiStates = split(`बिहार|उत्तर प्रदेश|राजस्थान|मध्य प्रदेश|हरियाणा|झारखंड|छत्तीसगढ़|उत्तराखंड|दिल्ली|पंजाब`)
export const hindiPosts = split(
  `पुलिस कांस्टेबल|शिक्षक|पटवारी|लेखपाल|आंगनवाड़ी कार्यकर्ता|होम गार्ड|वनरक्षक|स्टाफ नर्स|ग्राम सेवक|क्लर्क`,
)

function split(words: string): string[] {
  return words.split('|').map((word) => word.trim())
}
