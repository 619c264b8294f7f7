"""How many names the default detector hides in simple sentences, by language: twenty names in each of two sentences.

Run it with ``python scripts/eval_languages.py``. It prints the table of the README. A name counts as hidden where every
letter of it is inside a span; a text that is refused counts as refused.
"""

from __future__ import annotations

from privacy_chains.detect import Detector, default_detector
from privacy_chains.errors import UnsupportedLanguage

_SENTENCES = {
    "English": ("{} lives here and works at a bank.", "Yesterday I met {} at the station."),
    "German": ("{} wohnt hier und arbeitet bei einer Bank.", "Gestern habe ich {} am Bahnhof getroffen."),
    "French": ("{} habite ici et travaille dans une banque.", "Hier j'ai rencontré {} à la gare."),
    "Spanish": ("{} vive aquí y trabaja en un banco.", "Ayer me encontré con {} en la estación."),
    "Italian": ("{} abita qui e lavora in una banca.", "Ieri ho incontrato {} alla stazione."),
    "Portuguese": ("{} mora aqui e trabalha num banco.", "Ontem encontrei {} na estação."),
    "Dutch": ("{} woont hier en werkt bij een bank.", "Gisteren heb ik {} op het station ontmoet."),
    "Greek": ("{} μένει εδώ και εργάζεται σε τράπεζα.", "Χθες συνάντησα τον {} στον σταθμό."),
    "Russian": ("{} живёт здесь и работает в банке.", "Вчера я видел на вокзале, как {} ждёт поезд."),
    "Chinese": ("{}住在这里。", "昨天我在车站见到了{}。"),
    "Hindi": ("{} यहाँ रहते हैं और बैंक में काम करते हैं।", "कल मैं स्टेशन पर {} से मिला था।"),
    "Arabic": ("يعيش {} هنا ويعمل في البنك منذ سنوات.", "أمس قابلت {} في المحطة القريبة من البيت."),
}
_NAMES = {
    "English": "Maria Turner;George Nichols;Helen Anthony;Nick Foster;Kate Miller;Priya Raman;Sofia Carey;Tom Basil;"
    "Anna McCrae;Peter Olsen;Joan Oakes;Chris Alexis;Wendy Stone;Tanya Stark;Eva Mitchell;Ray Lambert;Dee Zafar;"
    "Mike Peterson;Angela Riggs;Steve Mann",
    "German": "Maria Schumacher;Jürgen Krause;Heike Lindner;Nils Förster;Katja Möller;Uwe Brandt;Sabine Großmann;"
    "Thomas Beck;Anke Vogt;Peter Hahn;Jutta Eichler;Christian Albers;Wiebke Stein;Tanja Stark;Eva Michel;"
    "Rainer Lampe;Dörte Ziegler;Michael Petersen;Angelika Rieger;Stefan Mann",
    "French": "Marie Lavigne;Georges Nicolas;Hélène Antoine;Nicolas Fournier;Catherine Meunier;Yves Ramon;"
    "Sophie Carré;Thomas Bazin;Anne Macé;Pierre Olivier;Jeanne Chêne;Christophe Alexis;Vivienne Pierre;Tania Girard;"
    "Ève Michel;Rémi Lambert;Denise Zola;Michel Perrin;Angèle Rigaud;Étienne Mangin",
    "Spanish": "María Fernández;Jorge Navarro;Elena Antón;Nicolás Herrero;Catalina Molina;Íñigo Ramos;Sofía Carrasco;"
    "Tomás Blasco;Ana Machado;Pedro Olmos;Juana Robles;Cristóbal Alejo;Violeta Piedra;Tania Guerrero;Eva Miguel;"
    "Ramón Lamas;Dolores Zamora;Miguel Peña;Ángela Ríos;Esteban Manso",
    "Italian": "Maria Ferrari;Giorgio Nicoletti;Elena Antonelli;Nicola Fabbri;Caterina Molinari;Ivo Ramponi;"
    "Sofia Carini;Tommaso Basile;Anna Macchi;Pietro Olivieri;Gianna Quercia;Cristiano Alessi;Viola Pietra;"
    "Tania Guerra;Eva Micheli;Remo Lamberti;Donata Zanetti;Michele Perini;Angela Righi;Stefano Manzoni",
    "Portuguese": "Maria Ferreira;Jorge Nicolau;Helena Antunes;Nuno Ferreiro;Catarina Moleiro;Ivo Ramalho;"
    "Sofia Carvalho;Tomás Brás;Ana Machado;Pedro Oliveira;Joana Carvalhal;Cristóvão Aleixo;Violeta Pedrosa;"
    "Tânia Guerreiro;Eva Miguel;Raul Lamas;Dulce Zarco;Miguel Peres;Ângela Rios;Estêvão Manso",
    "Dutch": "Maria de Vries;Joris Claassen;Helena Antonissen;Niels Smit;Katrien Molenaar;Wim Ramaekers;"
    "Sofie van der Kar;Thomas Bos;Anna Maes;Pieter Olthof;Johanna Eikelboom;Chris Alders;Wendy Steen;Tanja Sterk;"
    "Eva Michiels;Ruud Lambrechts;Dirkje Zegers;Michiel Peters;Angela Rikken;Stefan Mannaerts",
    "Greek": "Μαρία Παπαδοπούλου;Γιώργος Νικολάου;Ελένη Αντωνίου;Νίκος Δημητρίου;Κατερίνα Γεωργίου;"
    "Δημήτρης Ιωάννου;Σοφία Καραγιάννη;Κώστας Βασιλείου;Άννα Μακρή;Παναγιώτης Παππάς;Ιωάννα Οικονόμου;"
    "Χρήστος Αλεξίου;Βασιλική Κωνσταντίνου;Θανάσης Σταύρου;Ευαγγελία Μιχαήλ;Σπύρος Λάμπρου;Δέσποινα Ζαφειρίου;"
    "Μιχάλης Πετρίδης;Αγγελική Ρήγα;Στέλιος Μανωλάκης",
    "Russian": "Мария Иванова;Сергей Петров;Ольга Смирнова;Алексей Кузнецов;Елена Попова;Дмитрий Соколов;"
    "Наталья Лебедева;Иван Козлов;Татьяна Новикова;Андрей Морозов;Светлана Волкова;Михаил Зайцев;Анна Павлова;"
    "Николай Семёнов;Ирина Голубева;Павел Виноградов;Екатерина Богданова;Виктор Воробьёв;Людмила Фёдорова;"
    "Юрий Михайлов",
    "Chinese": "王小明;李娜;张伟;刘洋;陈静;杨帆;赵敏;黄磊;周杰;吴昊;徐丽;孙悦;马超;朱婷;胡军;郭靖;何琳;高峰;林青;罗阳",
    "Hindi": "राहुल शर्मा;प्रिया सिंह;अमित वर्मा;नेहा गुप्ता;विजय कुमार;सुनीता देवी;अनिल यादव;पूजा मिश्रा;संजय पटेल;"
    "रेखा जोशी;मनोज तिवारी;कविता राव;दीपक चौहान;अंजलि नायर;राजेश पांडे;मीना कुमारी;सुरेश मेहता;गीता शाह;विकास दुबे;सीमा जैन",
    "Arabic": "محمد علي;فاطمة حسن;أحمد محمود;مريم خالد;يوسف إبراهيم;عائشة سالم;عمر فاروق;زينب كريم;حسين ناصر;ليلى مراد;"
    "خالد سعيد;نور الدين;سارة يوسف;طارق زياد;هدى شعراوي;سامي حداد;رانيا فؤاد;بلال عثمان;دينا رضا;كريم منصور",
}


def _is_hidden(detector: Detector, sentence: str, name: str) -> bool:
    text = sentence.format(name)
    start = text.index(name)
    inside = set[int]().union(*(range(span.start, span.end) for span in detector.detect(text)))
    return all(at in inside or not text[at].isalpha() for at in range(start, start + len(name)))


def main() -> None:
    """Print the table."""
    detector, unchecked = default_detector(), default_detector(scripts={"*"})
    print("| language | names hidden | refused | hidden with `scripts={'*'}` |\n|---|---|---|---|")
    for language, sentences in _SENTENCES.items():
        hidden = refused = sent_on = 0
        cases = [(sentence, name) for name in _NAMES[language].split(";") for sentence in sentences]
        for sentence, name in cases:
            sent_on += _is_hidden(unchecked, sentence, name)
            try:
                hidden += _is_hidden(detector, sentence, name)
            except UnsupportedLanguage:
                refused += 1
        print(f"| {language} | {hidden} of {len(cases)} | {refused} | {sent_on} |")


if __name__ == "__main__":
    main()
