"""What the pages say: phrases that make grammatical sentences in any combination.

All subjects of a language agree with all of its predicates, so a sentence is any subject, any
predicate, and where the frame asks for it any place and any clause.
"""

from dataclasses import dataclass
from functools import cached_property
from random import Random


@dataclass(frozen=True)
class Language:
    """The phrases of one language; lists of them are separated by bars."""

    tag: str  # BCP 47
    charsets: str  # of its legacy pages, as WHATWG labels
    subjects: str
    predicates: str
    places: str
    clauses: str
    labels: str  # of menus, buttons and columns
    names: str
    notice: str  # of the cookie banner
    frames: str = "{s} {p}.|{s} {p} {w}.|{s} {p}, {c}.|{s} {p} {w}, {c}."
    gap: str = " "  # between two sentences

    @cached_property
    def phrases(self) -> dict[str, tuple[str, ...]]:
        lists = {"s": self.subjects, "p": self.predicates, "w": self.places, "c": self.clauses}
        return {slot: tuple(phrases.split("|")) for slot, phrases in lists.items()}

    @cached_property
    def menu(self) -> tuple[str, ...]:
        return tuple(self.labels.split("|"))

    @cached_property
    def people(self) -> tuple[str, ...]:
        return tuple(self.names.split("|"))

    @cached_property
    def _frames(self) -> tuple[str, ...]:
        return tuple(self.frames.split("|"))

    def sentence(self, dice: Random) -> str:
        """A sentence with its full stop."""
        return self._fill(dice, dice.choice(self._frames))

    def headline(self, dice: Random) -> str:
        """A short sentence without a full stop."""
        return self._fill(dice, self._frames[dice.randrange(2)])[:-1]

    def paragraph(self, dice: Random, sentences: int) -> str:
        return self.gap.join(self.sentence(dice) for _ in range(sentences))

    def _fill(self, dice: Random, frame: str) -> str:
        text = frame.format_map({slot: dice.choice(held) for slot, held in self.phrases.items()})
        return text[0].upper() + text[1:]


LANGUAGES = {
    language.tag: language
    for language in (
        Language(
            "en",
            "windows-1252 iso-8859-1",
            "the old harbour|our town council|the new library|a young engineer|the evening train|"
            "the small museum|every second visitor|the regional newspaper|my neighbour’s shop|the "
            "weather service|the village school|a team of researchers|the open-air café",
            "opens its doors to the public|has published a short report|needs more time than "
            "expected|is looking for a better solution|shows what has changed this year|offers a "
            "guided tour|works with people from all over the country|will cost less than the "
            "first plan|answers most of the questions|brings the long discussion to an end|keeps "
            "a list of open problems|explains how the work is done",
            "in the middle of the city|near the river|during the summer months|at the beginning "
            "of the week|behind the main station|on the other side of the bridge|since last winter",
            "because many residents have asked for it|although the budget is small|which is good "
            "news for families|while the old building is being repaired|as the minutes of the "
            "last meeting show|if nothing else happens before spring|but nobody knows the exact "
            "date",
            "Home|News|About us|Contact|Sports|Culture|Business|Weather|Shop|Search|Sign in|Help|"
            "Privacy|Newsletter|Jobs|Read more|Share|Archive",
            "Anna Baker|Tom Whitfield|Grace O’Hara|Samuel Reed|Helen Marsh",
            "We use cookies to improve this site. By continuing you accept our privacy policy.",
        ),
        Language(
            "de",
            "windows-1252 iso-8859-1",
            "der alte Hafen|der Gemeinderat|die neue Bücherei|eine junge Ingenieurin|der letzte "
            "Zug am Abend|das kleine Museum|jeder zweite Besucher|die örtliche Zeitung|unser "
            "Nachbar|der Wetterdienst|die Schule im Dorf|eine Gruppe von Forschern",
            "öffnet die Türen für alle|veröffentlicht einen kurzen Bericht|braucht mehr Zeit als "
            "gedacht|sucht eine bessere Lösung|zeigt die Veränderungen der letzten Jahre|bietet "
            "eine Führung für Gäste|arbeitet mit Menschen aus dem ganzen Land|kostet weniger als "
            "der erste Entwurf|beantwortet die meisten Fragen|beendet die lange Diskussion|führt "
            "eine Liste der offenen Aufgaben|erklärt den Ablauf der Arbeiten",
            "in der Mitte der Stadt|nahe am Fluss|während der Sommermonate|am Anfang der Woche|"
            "hinter dem Hauptbahnhof|auf der anderen Seite der Brücke|seit dem letzten Winter",
            "weil viele Bürger danach gefragt haben|obwohl das Geld knapp ist|was für Familien "
            "eine gute Nachricht ist|während das alte Gebäude repariert wird|wie das Protokoll "
            "der letzten Sitzung zeigt|wenn bis zum Frühling nichts mehr passiert|aber niemand "
            "kennt den genauen Tag",
            "Startseite|Nachrichten|Über uns|Kontakt|Sport|Kultur|Wirtschaft|Wetter|Laden|Suche|"
            "Anmelden|Hilfe|Datenschutz|Rundbrief|Stellen|Mehr lesen|Teilen|Archiv",
            "Jürgen Vogel|Käthe Brandt|Lukas Weiß|Marie Schäfer|Otto Krüger",
            "Wir verwenden Cookies, um diese Seite zu verbessern. Mehr dazu im Datenschutz.",
        ),
        Language(
            "fr",
            "windows-1252 iso-8859-1",
            "le vieux port|le conseil municipal|la nouvelle bibliothèque|une jeune ingénieure|le "
            "train du soir|le petit musée|un visiteur sur deux|le journal de la région|notre "
            "voisin|le service météo|l’école du village|une équipe de chercheurs",
            "ouvre ses portes au public|publie un court rapport|a besoin de plus de temps que "
            "prévu|cherche une meilleure solution|montre ce qui a changé cette année|propose une "
            "visite guidée|travaille avec des gens de tout le pays|coûte moins cher que le "
            "premier projet|répond à la plupart des questions|met fin à une longue discussion|"
            "tient une liste des problèmes ouverts|explique comment se fait le travail",
            "au milieu de la ville|près de la rivière|pendant les mois d’été|au début de la "
            "semaine|derrière la gare principale|de l’autre côté du pont|depuis l’hiver dernier",
            "parce que beaucoup d’habitants l’ont demandé|bien que le budget soit petit|ce qui "
            "est une bonne nouvelle pour les familles|pendant que l’ancien bâtiment est réparé|"
            "comme le montre le compte rendu de la dernière réunion|si rien d’autre ne se passe "
            "avant le printemps|mais personne ne connaît la date exacte",
            "Accueil|Actualités|À propos|Contact|Sports|Culture|Économie|Météo|Boutique|Recherche|"
            "Connexion|Aide|Vie privée|Lettre|Emplois|Lire la suite|Partager|Archives",
            "Élodie Martin|Benoît Lefèvre|Chloé Garnier|Rémi Dubois|Zoé Laurent",
            "Nous utilisons des cookies pour améliorer ce site. Vous pouvez les refuser à tout "
            "moment.",
        ),
        Language(
            "es",
            "windows-1252 iso-8859-1",
            "el viejo puerto|el consejo municipal|la nueva biblioteca|una joven ingeniera|el tren "
            "de la noche|el pequeño museo|uno de cada dos visitantes|el periódico de la región|"
            "nuestro vecino|el servicio del tiempo|la escuela del pueblo|un equipo de científicos",
            "abre sus puertas al público|publica un breve informe|necesita más tiempo de lo "
            "esperado|busca una solución mejor|muestra lo que ha cambiado este año|ofrece una "
            "visita guiada|trabaja con gente de todo el país|cuesta menos que el primer proyecto|"
            "responde a la mayoría de las preguntas|pone fin a una larga discusión|lleva una "
            "lista de problemas pendientes|explica cómo se hace el trabajo",
            "en el centro de la ciudad|cerca del río|durante los meses de verano|al principio de "
            "la semana|detrás de la estación|al otro lado del puente|desde el último invierno",
            "porque muchos vecinos lo han pedido|aunque el presupuesto es pequeño|lo que es una "
            "buena noticia para las familias|mientras se repara el edificio antiguo|como muestra "
            "el acta de la última reunión|si no pasa nada más antes de la primavera|pero nadie "
            "sabe la fecha exacta",
            "Inicio|Noticias|Quiénes somos|Contacto|Deportes|Cultura|Economía|El tiempo|Tienda|"
            "Buscar|Entrar|Ayuda|Privacidad|Boletín|Empleo|Leer más|Compartir|Archivo",
            "Íñigo Peña|Lucía Muñoz|Andrés Gómez|Sofía Núñez|Raúl Ibáñez",
            "Usamos cookies para mejorar este sitio. Si sigue navegando, acepta nuestra política.",
        ),
        Language(
            "ru",
            "windows-1251 koi8-r",
            "старый порт|городской совет|новая библиотека|молодой инженер|вечерний поезд|"
            "маленький музей|каждый второй посетитель|местная газета|наш сосед|служба погоды|"
            "сельская школа|группа учёных",
            "открывает двери для всех|публикует короткий отчёт|требует больше времени, чем раньше|"
            "ищет лучшее решение|показывает, что изменилось за этот год|предлагает экскурсию для "
            "гостей|работает с людьми со всей страны|стоит меньше, чем первый проект|отвечает на "
            "большинство вопросов|ведёт список нерешённых проблем|объясняет, как идёт работа",
            "в центре города|недалеко от реки|в летние месяцы|в начале недели|за главным вокзалом|"
            "на другой стороне моста|с прошлой зимы",
            "потому что об этом просили многие жители|хотя денег очень мало|и это хорошая новость "
            "для семей|пока старое здание ремонтируют|как видно из записи последней встречи|если "
            "до весны больше ничего не случится|но никто не знает точной даты",
            "Главная|Новости|О нас|Контакты|Спорт|Культура|Экономика|Погода|Магазин|Поиск|Войти|"
            "Помощь|Рассылка|Работа|Читать дальше|Поделиться|Архив",
            "Иван Орлов|Мария Белова|Пётр Зайцев|Ольга Громова|Юрий Лебедев",
            "Мы используем файлы cookie, чтобы улучшить этот сайт. Подробнее в наших правилах.",
        ),
        Language(
            "el",
            "windows-1253 iso-8859-7",
            "το παλιό λιμάνι|το δημοτικό συμβούλιο|η νέα βιβλιοθήκη|μια νέα μηχανικός|το βραδινό "
            "τρένο|το μικρό μουσείο|ένας στους δύο επισκέπτες|η τοπική εφημερίδα|ο γείτονάς μας|η "
            "μετεωρολογική υπηρεσία|το σχολείο του χωριού|μια ομάδα ερευνητών",
            "ανοίγει τις πόρτες στο κοινό|δημοσιεύει μια σύντομη έκθεση|χρειάζεται περισσότερο "
            "χρόνο|ψάχνει μια καλύτερη λύση|δείχνει τι άλλαξε φέτος|προσφέρει ξενάγηση στους "
            "επισκέπτες|συνεργάζεται με ανθρώπους από όλη τη χώρα|κοστίζει λιγότερο από το πρώτο "
            "σχέδιο|απαντά στις περισσότερες ερωτήσεις|εξηγεί πώς γίνεται η δουλειά",
            "στο κέντρο της πόλης|κοντά στο ποτάμι|τους καλοκαιρινούς μήνες|στην αρχή της "
            "εβδομάδας|πίσω από τον σταθμό|στην άλλη πλευρά της γέφυρας|από τον περασμένο χειμώνα",
            "γιατί το ζήτησαν πολλοί κάτοικοι|αν και τα χρήματα είναι λίγα|κάτι που είναι καλό "
            "νέο για τις οικογένειες|ενώ επισκευάζεται το παλιό κτίριο|όπως δείχνουν τα πρακτικά "
            "της τελευταίας συνάντησης|αλλά κανείς δεν ξέρει την ακριβή ημερομηνία",
            "Αρχική|Νέα|Σχετικά|Επικοινωνία|Αθλητικά|Πολιτισμός|Οικονομία|Καιρός|Κατάστημα|"
            "Αναζήτηση|Σύνδεση|Βοήθεια|Θέσεις εργασίας|Διαβάστε περισσότερα|Αρχείο",
            "Νίκος Παππάς|Ελένη Γεωργίου|Κώστας Δήμου|Μαρία Ιωάννου",
            "Χρησιμοποιούμε cookies για να βελτιώσουμε αυτή τη σελίδα.",
        ),
        Language(
            "ar",
            "windows-1256",
            "الميناء القديم|مجلس المدينة|المتحف الصغير|المهندس الشاب|قطار المساء|فريق من الباحثين|"
            "معظم الزوار|جارنا العزيز|مكتب الأرصاد|معلم القرية|السوق الكبير",
            "يفتح أبوابه أمام الجمهور|ينشر تقريرا قصيرا|يحتاج إلى وقت أطول من المتوقع|يبحث عن حل "
            "أفضل|يعرض ما تغير في هذا العام|يقدم جولة للضيوف|يعمل مع الناس من كل أنحاء البلاد|"
            "يجيب عن أكثر الأسئلة|يضع حدا لنقاش طويل|يشرح كيف يتم العمل",
            "في وسط المدينة|بالقرب من النهر|خلال أشهر الصيف|في بداية الأسبوع|خلف المحطة الرئيسية|"
            "على الجانب الآخر من الجسر|منذ الشتاء الماضي",
            "لأن كثيرا من السكان طلبوا ذلك|رغم أن المال قليل|وهذا خبر جيد للعائلات|بينما يجري "
            "إصلاح المبنى القديم|كما يظهر من محضر الاجتماع الأخير|ولكن لا أحد يعرف التاريخ بالضبط",
            "الرئيسية|الأخبار|من نحن|اتصل بنا|الرياضة|الثقافة|الاقتصاد|الطقس|المتجر|البحث|الدخول|"
            "المساعدة|الوظائف|اقرأ المزيد|الأرشيف",
            "سامي حداد|ليلى منصور|كريم يوسف|نور الدين",
            "نستخدم ملفات تعريف الارتباط من أجل تحسين هذا الموقع.",
            "{s} {p}.|{s} {p} {w}.|{s} {p}، {c}.|{s} {p} {w}، {c}.",
        ),
        Language(
            "hi",
            "",
            "पुराना बाज़ार|नगर परिषद का अध्यक्ष|नया पुस्तकालय|एक युवा इंजीनियर|छोटा संग्रहालय|हर "
            "दूसरा यात्री|हमारा पड़ोसी|मौसम विभाग|गाँव का विद्यालय|स्थानीय समाचार पत्र",
            "सब लोगों के लिए अपने दरवाज़े खोलता है|एक छोटी रिपोर्ट छापता है|पहले से अधिक समय लेता "
            "है|एक बेहतर उपाय खोजता है|बताता है कि इस साल क्या बदला है|पूरे देश के लोगों के साथ "
            "काम करता है|अधिकतर सवालों का जवाब देता है|समझाता है कि काम कैसे होता है",
            "शहर के बीच में|नदी के पास|गर्मी के महीनों में|सप्ताह की शुरुआत में|स्टेशन के पीछे|पुल के दूसरी ओर",
            "क्योंकि बहुत से लोगों ने यह माँगा था|हालाँकि पैसा बहुत कम है|और यह परिवारों के लिए "
            "अच्छी खबर है|जैसा कि पिछली बैठक में कहा गया था|लेकिन सही तारीख किसी को नहीं पता",
            "मुख्य पृष्ठ|समाचार|हमारे बारे में|संपर्क|खेल|संस्कृति|व्यापार|मौसम|दुकान|खोज|सहायता|और पढ़ें|संग्रह",
            "राम शर्मा|सीता वर्मा|अनिल गुप्ता|मीना जोशी",
            "हम इस साइट को बेहतर बनाने के लिए कुकीज़ का उपयोग करते हैं।",
            "{s} {p}।|{s} {w} {p}।|{s} {p}, {c}।|{s} {w} {p}, {c}।",
        ),
        Language(
            "zh",
            "gb18030",
            "旧港口|市议会|新图书馆|年轻的工程师|晚上的火车|小博物馆|很多游客|当地的报纸|"
            "我们的邻居|气象局|村里的学校|研究人员",
            "向公众开放|发表了一份简短的报告|需要比预期更多的时间|正在寻找更好的办法|"
            "介绍了今年的变化|为客人提供讲解|和全国各地的人一起工作|回答了大部分问题|"
            "结束了漫长的讨论|说明工作是怎样完成的",
            "在市中心|在河边|在夏天的几个月里|从这个星期开始|在火车站后面|在桥的另一边|"
            "自去年冬天以来",
            "因为许多居民提出了要求|虽然经费不多|这对家庭来说是个好消息|同时旧楼正在修理|"
            "就像上次会议记录所写的那样|但是没有人知道确切的日期",
            "首页|新闻|关于我们|联系方式|体育|文化|财经|天气|商店|搜索|登录|帮助|招聘|阅读全文|"
            "分享|存档",
            "王小明|李建国|张丽华|陈思远",
            "本网站使用缓存文件来改善服务，继续浏览即表示您同意。",
            "{s}{p}。|{s}{w}{p}。|{s}{p}，{c}。|{s}{w}{p}，{c}。",
            "",
        ),
        Language(
            "zh-Hant",
            "big5",
            "舊港口|市議會|新圖書館|年輕的工程師|晚上的火車|小博物館|很多遊客|當地的報紙|"
            "我們的鄰居|氣象局|村裡的學校|研究人員",
            "向公眾開放|發表了一份簡短的報告|需要比預期更多的時間|正在尋找更好的辦法|"
            "介紹了今年的變化|為客人提供講解|和全國各地的人一起工作|回答了大部分問題|"
            "結束了漫長的討論|說明工作是怎樣完成的",
            "在市中心|在河邊|在夏天的幾個月裡|從這個星期開始|在火車站後面|在橋的另一邊|"
            "自去年冬天以來",
            "因為許多居民提出了要求|雖然經費不多|這對家庭來說是個好消息|同時舊樓正在修理|"
            "就像上次會議記錄所寫的那樣|但是沒有人知道確切的日期",
            "首頁|新聞|關於我們|聯絡方式|體育|文化|財經|天氣|商店|搜尋|登入|說明|徵才|閱讀全文|"
            "分享|資料庫",
            "王小明|林志豪|張麗華|陳思遠",
            "本網站使用暫存檔案來改善服務，繼續瀏覽即表示您同意。",
            "{s}{p}。|{s}{w}{p}。|{s}{p}，{c}。|{s}{w}{p}，{c}。",
            "",
        ),
        Language(
            "ja",
            "shift_jis euc-jp iso-2022-jp",
            "古い港|市議会|新しい図書館|若い技術者|夜の電車|小さな博物館|多くの訪問者|地元の新聞|"
            "うちの隣人|気象台|村の学校|研究チーム",
            "一般の人に扉を開きます|短い報告書を発表しました|予想より長い時間を必要としています|"
            "もっと良い方法を探しています|今年の変化を紹介しています|"
            "全国の人々と一緒に働いています|ほとんどの質問に答えました|長い議論を終わらせました|"
            "仕事の進め方を説明します",
            "町の真ん中で|川の近くで|夏の間に|週の初めに|駅の裏で|橋の向こう側で|去年の冬から",
            "多くの住民が求めていたので|予算は少ないですが|家族にとって良い知らせですが|"
            "古い建物が修理されている間|前回の会議の記録にあるように|正確な日付は分かりませんが",
            "ホーム|ニュース|会社案内|お問い合わせ|スポーツ|文化|経済|天気|ショップ|検索|ログイン|"
            "ヘルプ|求人|続きを読む|共有|過去の記事",
            "山田太郎|佐藤花子|鈴木一郎|高橋美咲",
            "このサイトではサービス向上のためにクッキーを使用しています。",
            "{s}は{p}。|{s}は{w}{p}。|{c}、{s}は{p}。|{c}、{s}は{w}{p}。",
            "",
        ),
        Language(
            "ko",
            "euc-kr",
            "오래된 항구는|시의회는|새로운 도서관은|젊은 기술자는|저녁 기차는|작은 박물관은|많은 "
            "방문객은|지역 신문은|우리 이웃은|기상청은|마을 학교는|연구팀은",
            "모든 사람에게 문을 엽니다|짧은 보고서를 발표했습니다|예상보다 많은 시간이 필요합니다|"
            "더 좋은 방법을 찾고 있습니다|올해 달라진 점을 보여 줍니다|전국의 사람들과 함께 "
            "일합니다|대부분의 질문에 대답했습니다|긴 토론을 끝냈습니다|일이 어떻게 진행되는지 "
            "설명합니다",
            "도시 한가운데에서|강 가까이에서|여름 동안|이번 주 초에|역 뒤에서|다리 건너편에서|"
            "지난 겨울부터",
            "많은 주민들이 요청했기 때문에|예산은 적지만|가족들에게 좋은 소식이지만|오래된 건물을 "
            "고치는 동안|지난 회의 기록에 나온 것처럼|정확한 날짜는 아무도 모르지만",
            "처음으로|뉴스|회사 소개|연락처|스포츠|문화|경제|날씨|상점|검색|로그인|도움말|채용|더 "
            "읽기|공유",
            "김민수|이영희|박지훈|최수진",
            "이 사이트는 서비스 개선을 위해 쿠키를 사용합니다.",
            "{s} {p}.|{s} {w} {p}.|{c} {s} {p}.|{c} {s} {w} {p}.",
        ),
    )
}
