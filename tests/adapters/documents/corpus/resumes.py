"""Résumés of invented people, in languages of many alphabets."""

from __future__ import annotations

from tests.adapters.documents.corpus.resume import Entry, Resume, Section

ENGINEER = Resume(
    "engineer",
    "en",
    "Ottoline Fairweather",
    "Staff software engineer, payments and reliability",
    "ottoline@example.org | +44 20 7946 0018 | Leeds",
    (
        Section(
            "Experience",
            (
                Entry(
                    "Staff engineer, Halyard Freight, 2019 - 2025",
                    ("Owner of the settlement platform, eleven services in Go and Python.",),
                    (
                        "Cut the nightly import from nine hours to 40 minutes.",
                        "Moved 63 million rows to PostgreSQL without a minute of downtime.",
                        "Wrote the first offline workflow; refunds fell by 18 %.",
                    ),
                ),
                Entry(
                    "Software engineer, Brightwater Clinics, 2014 - 2019",
                    ("Booking and messaging for 210 surgeries.",),
                    (
                        "Replaced a fragile difference engine with one efficient query.",
                        "Taught a team of seven to write tests first.",
                    ),
                ),
            ),
        ),
        Section("Education", (Entry("MSc Computing, University of Hull, 2014"),)),
        Section("Skills", (Entry("Go, Python, PostgreSQL, Kafka, Terraform, C++"),)),
    ),
)
NURSE = Resume(
    "nurse",
    "en",
    "Thandiwe Marsh-Osei",
    "Registered nurse, intensive care",
    "thandiwe.marsh@example.net, 0161 496 0733, Salford",
    (
        Section(
            "Profile",
            (
                Entry(
                    "Twelve years on wards that never close.",
                    (
                        "I train new staff, keep the medicine records and speak with families "
                        "at the hardest hour of their lives.",
                    ),
                ),
            ),
        ),
        Section(
            "Posts",
            (
                Entry(
                    "Senior staff nurse, Irwell Infirmary, 2016 - today",
                    (),
                    (
                        "Led a shift of nine nurses and two assistants on 18 beds.",
                        "Halved the errors in medication within fourteen months.",
                        "Set up the follow-up clinic for 340 patients a year.",
                    ),
                ),
                Entry(
                    "Staff nurse, Calder Vale Hospital, 2012 - 2016",
                    (),
                    ("Was first to be certified for dialysis at the bedside.",),
                ),
            ),
        ),
        Section("Certificates", (Entry("ALERT, BLS, ALS, mentorship for students"),)),
    ),
)
TEACHER = Resume(
    "teacher",
    "en",
    "Desmond Achterberg",
    "Teacher of mathematics and head of year",
    "d.achterberg@example.com | Norwich",
    (
        Section(
            "Teaching",
            (
                Entry(
                    "Head of year, Wensum Academy, 2017 - 2024",
                    ("Pastoral care of 186 pupils and their families.",),
                    (
                        "Raised attendance from 88 to 95 per cent in two years.",
                        "Founded a chess club that won the county cup three times.",
                        "Introduced peer tutoring between sixth form and first year.",
                    ),
                ),
                Entry(
                    "Teacher, Broadland School, 2009 - 2017",
                    (),
                    ("Taught calculus, statistics and mechanics to classes of thirty.",),
                ),
            ),
        ),
        Section("Languages", (Entry("English, Dutch, some Xhosa"),)),
    ),
)
ENGINEER_DE = Resume(
    "engineer-de",
    "de",
    "Jörg Überschär",
    "Maschinenbauingenieur für Prüfstände",
    "joerg@example.org · 0351 4960118 · Görlitz",
    (
        Section(
            "Berufserfahrung",
            (
                Entry(
                    "Entwicklungsingenieur, Lößnitz Antriebstechnik, 2015 - 2024",
                    ("Verantwortlich für die Auslegung größerer Getriebeprüfstände.",),
                    (
                        "Führte ein Team aus fünf Prüffeldtechnikern.",
                        "Verkürzte die Rüstzeit von sechs Stunden auf 45 Minuten.",
                        "Senkte den Ölverbrauch um 22 % bei gleicher Maßgenauigkeit.",
                    ),
                ),
                Entry(
                    "Konstrukteur, Müglitz & Söhne, 2010 - 2015",
                    (),
                    ("Zeichnungen für Schweißvorrichtungen und Fräswerkzeuge.",),
                ),
            ),
        ),
        Section("Ausbildung", (Entry("Diplom, Technische Universität Dresden, 2010"),)),
        Section("Fähigkeiten", (Entry("CATIA, Matlab, Fluidtechnik, Qualitätsprüfung"),)),
    ),
)
COOK_FR = Resume(
    "cook-fr",
    "fr",
    "Maëlle Créac’h",
    "Cheffe de cuisine, spécialité fruits de mer",
    "maelle@example.org, Saint-Brieuc",
    (
        Section(
            "Expérience",
            (
                Entry(
                    "Cheffe de cuisine, Le Goéland, 2018 à 2025",
                    ("Une brigade de huit personnes, soixante couverts par service.",),
                    (
                        "Réduit le gaspillage de 30 % grâce à une carte plus courte.",
                        "Formé douze apprentis, dont trois sont devenus chefs.",
                        "Créé un menu d’hiver à base d’algues et de cidre.",
                    ),
                ),
                Entry(
                    "Sous-cheffe, Hôtel des Îles, 2013 à 2018",
                    (),
                    ("Organisé les achats auprès de vingt pêcheurs côtiers.",),
                ),
            ),
        ),
        Section("Formation", (Entry("CAP cuisine, lycée hôtelier de Dinard, 2010"),)),
    ),
)
ANALYST_PL = Resume(
    "analyst-pl",
    "pl",
    "Świętosława Brzęczyszczykiewicz",
    "Analityczka danych w handlu",
    "swietoslawa@example.org, Łódź",
    (
        Section(
            "Doświadczenie",
            (
                Entry(
                    "Starsza analityczka, Żółty Rower, 2017 - 2024",
                    ("Odpowiedzialna za prognozy sprzedaży w 14 krajach.",),
                    (
                        "Skróciła przygotowanie raportów z trzech dni do dwóch godzin.",
                        "Wdrożyła hurtownię danych dla czterdziestu użytkowników.",
                        "Prowadziła szkolenia z języka SQL dla początkujących.",
                    ),
                ),
            ),
        ),
        Section("Wykształcenie", (Entry("Magister informatyki, Politechnika Łódzka, 2013"),)),
        Section("Umiejętności", (Entry("SQL, Python, Excel, wizualizacja"),)),
    ),
)
DRIVER_ES = Resume(
    "driver-es",
    "es",
    "Íñigo Peñaranda Ibáñez",
    "Conductor de autobús y formador",
    "inigo@example.org, Logroño",
    (
        Section(
            "Trayectoria",
            (
                Entry(
                    "Formador de conductores, Líneas del Ebro, 2016 - 2025",
                    (),
                    (
                        "Acompañó a 85 aprendices hasta su primera línea.",
                        "Redujo los accidentes en la cochera a la mitad.",
                        "Diseñó un simulador sencillo para señales y maniobras.",
                    ),
                ),
                Entry(
                    "Conductor, Autobuses Cigüeña, 2008 - 2016",
                    (),
                    ("Más de 400.000 kilómetros sin un siniestro.",),
                ),
            ),
        ),
    ),
)
LIBRARIAN_EL = Resume(
    "librarian-el",
    "el",
    "Ελένη Παπαδοπούλου",
    "Βιβλιοθηκονόμος και αρχειονόμος",
    "eleni@example.org, Πάτρα",
    (
        Section(
            "Εμπειρία",
            (
                Entry(
                    "Προϊσταμένη, Δημοτική Βιβλιοθήκη, 2015 - 2024",
                    (),
                    (
                        "Ψηφιοποίησε δώδεκα χιλιάδες έγγραφα σε τρία χρόνια.",
                        "Οργάνωσε εργαστήρια ανάγνωσης για παιδιά.",
                    ),
                ),
            ),
        ),
    ),
)
WELDER_UK = Resume(
    "welder-uk",
    "uk",
    "Ярослава Ґудзь",
    "Зварювальниця шостого розряду",
    "yaroslava@example.org, Миколаїв",
    (
        Section(
            "Досвід",
            (
                Entry(
                    "Бригадирка, Суднобудівний завод, 2014 - 2022",
                    (),
                    (
                        "Керувала бригадою з одинадцяти зварювальників.",
                        "Скоротила кількість дефектів швів на 35 відсотків.",
                    ),
                ),
            ),
        ),
    ),
)
CLERK_JA = Resume(
    "clerk-ja",
    "ja",
    "高橋美咲",
    "経理担当",
    "札幌市",
    (
        Section(
            "職歴",
            (Entry("北海道物流", (), ("月次決算を五日に短縮した", "新人三名を指導した")),),
        ),
    ),
)
WIDE = (
    ENGINEER,
    NURSE,
    TEACHER,
    ENGINEER_DE,
    COOK_FR,
    ANALYST_PL,
    DRIVER_ES,
    LIBRARIAN_EL,
    WELDER_UK,
)
"""Languages that are written from left to right, letter by letter."""
