"""What menus and buttons say, in some forty languages: it stands where names stand, in lines of its own and in elements
that are named for authors, and is nobody.

The module knows words. What may be somebody's name by itself (``Ara``, ``Del``) is none of these.
"""

from __future__ import annotations

from typing import Final

__all__ = ["is_control"]

_CONTROLS: Final = frozenset(
    said.strip().casefold()
    for said in (
        # English
        "log in, login, log out, logout, sign in, sign up, sign out, register, subscribe, subscribe now, "
        "my account, my profile, home, home page, homepage, main menu, primary menu, menu, search, share, "
        "share this, follow, follow us, read more, view profile, view bio, full bio, full profile, see bio, "
        "see profile, profile, author bio, all posts, all articles, all authors, see all, view all, show more, "
        "load more, contact, contact us, about, about us, newsletter, newsletters, comments, leave a comment, "
        "print, print this, save, copy link, link copied, email, e-mail, twitter, facebook, whatsapp, "
        "twitter facebook, facebook twitter, skip to content, skip to main content, advertisement, close, next, "
        "previous, back to top, photo gallery, view slideshow, bookmark, listen, play, donate, donate now, "
        "accept, cookies, settings, us, me, "
        # German
        "anmelden, einloggen, abmelden, ausloggen, registrieren, abonnieren, abo, mein konto, startseite, suche, "
        "suchen, teilen, folgen, mehr lesen, weiterlesen, zum profil, zur biografie, profil anzeigen, profil, "
        "alle artikel, alle beiträge, kontakt, über uns, kommentare, kommentieren, drucken, merken, merkliste, "
        "link kopieren, zum inhalt, zum inhalt springen, anzeige, schließen, weiter, zurück, nach oben, "
        "mehr anzeigen, mehr erfahren, vorlesen, "
        # French
        "se connecter, connexion, déconnexion, s'abonner, s’abonner, abonnez-vous, mon compte, accueil, "
        "rechercher, recherche, partager, suivre, lire la suite, voir le profil, voir plus, tous les articles, "
        "qui sommes-nous, commentaires, commenter, imprimer, copier le lien, publicité, fermer, suivant, "
        "précédent, s'inscrire, s’inscrire, écouter, "
        # Spanish, Catalan, Galician
        "iniciar sesión, cerrar sesión, registrarse, regístrate, suscríbete, suscribirse, mi cuenta, inicio, "
        "portada, buscar, compartir, seguir, leer más, ver biografía, ver perfil, ver más, ver todo, "
        "todos los artículos, quiénes somos, contacto, comentarios, comentar, imprimir, copiar enlace, "
        "publicidad, cerrar, siguiente, anterior, escuchar, guardar, inicia sessió, subscriu-te, inici, cerca, "
        "comparteix, segueix, llegir més, qui som, comentaris, tanca, "
        # Portuguese
        "entrar, iniciar sessão, sair, cadastre-se, assine, assinar, minha conta, página inicial, início, "
        "pesquisar, compartilhar, partilhar, leia mais, ler mais, ver mais, quem somos, contato, contacto, "
        "comentários, copiar link, publicidade, fechar, ouvir, salvar, guardar, "
        # Italian
        "accedi, registrati, abbonati, il mio account, condividi, segui, leggi tutto, leggi di più, "
        "vedi profilo, chi siamo, contatti, commenti, stampa, copia link, pubblicità, chiudi, ascolta, salva, "
        # Dutch, Nordic
        "inloggen, uitloggen, registreren, abonneren, mijn account, zoeken, delen, volgen, lees meer, "
        "bekijk profiel, over ons, reacties, sluiten, advertentie, logga in, logga ut, registrera, prenumerera, "
        "mitt konto, startsida, sök, dela, följ, läs mer, visa profil, om oss, kommentarer, stäng, annons, "
        "logg inn, logg ut, abonner, min side, forside, søk, les mer, lukk, annonse, log ind, log ud, "
        "bliv abonnent, søg, læs mere, luk, annonce, kirjaudu, kirjaudu sisään, tilaa, etusivu, lue lisää, "
        "sulje, mainos, innskrá, forsíða, "
        # Slavic, Hungarian, Romanian, Baltic, Estonian
        "zaloguj, zaloguj się, zarejestruj, zarejestruj się, subskrybuj, moje konto, strona główna, szukaj, "
        "udostępnij, obserwuj, czytaj więcej, czytaj dalej, zobacz profil, o nas, komentarze, zamknij, reklama, "
        "přihlásit se, přihlásit, registrace, domů, hledat, sdílet, číst dále, zavřít, prihlásiť sa, domov, "
        "hľadať, zdieľať, prijava, registracija, naslovnica, naslovna, pretraži, pretraga, podijeli, podeli, "
        "iskanje, deli, войти, вход, выход, регистрация, зарегистрироваться, подписаться, мой кабинет, "
        "личный кабинет, главная, на главную, поиск, найти, поделиться, читать далее, читать дальше, профиль, "
        "о нас, контакты, комментарии, закрыть, реклама, наверх, показать еще, увійти, вхід, реєстрація, "
        "підписатися, головна, пошук, поділитися, читати далі, закрити, влез, начало, търсене, търси, сподели, "
        "абонирай се, затвори, почетна, претрага, bejelentkezés, regisztráció, főoldal, címlap, keresés, "
        "megosztás, hozzászólások, bezárás, hirdetés, autentificare, înregistrare, abonează-te, acasă, caută, "
        "distribuie, citește mai mult, despre noi, comentarii, închide, publicitate, prisijungti, paieška, "
        "dalintis, ienākt, meklēt, dalīties, logi sisse, avaleht, otsi, jaga, "
        # Greek, Turkish, Indonesian, Vietnamese
        "σύνδεση, είσοδος, εγγραφή, αρχική, αρχική σελίδα, αναζήτηση, κοινοποίηση, περισσότερα, "
        "διαβάστε περισσότερα, σχόλια, κλείσιμο, giriş yap, üye ol, üye girişi, abone ol, ana sayfa, anasayfa, "
        "paylaş, takip et, takip, devamını oku, hakkımızda, iletişim, yorumlar, kapat, masuk, daftar, beranda, "
        "bagikan, selengkapnya, baca selengkapnya, log masuk, utama, kongsi, đăng nhập, đăng ký, trang chủ, tìm kiếm, "
        "chia sẻ, xem thêm, theo dõi, bình luận, đóng, "
        # Hebrew, Arabic, Persian, Urdu, Hindi, Bengali, Thai
        "התחברות, התחבר, הרשמה, דף הבית, ראשי, חיפוש, שיתוף, קרא עוד, עוד, תגובות, סגור, تسجيل الدخول, تسجيل, "
        "اشترك, الرئيسية, بحث, مشاركة, متابعة, اقرأ المزيد, المزيد, من نحن, تعليقات, إغلاق, ورود, ثبت نام, "
        "صفحه اصلی, خانه, جستجو, اشتراک گذاری, بیشتر بخوانید, درباره ما, بستن, لاگ ان, سرورق, تلاش, लॉग इन, "
        "साइन इन, होम, खोजें, शेयर करें, और पढ़ें, लॉग इन करें, हमारे बारे में, লগইন, হোম, অনুসন্ধান, "
        "শেয়ার করুন, আরও পড়ুন, เข้าสู่ระบบ, สมัครสมาชิก, หน้าแรก, ค้นหา, แชร์, อ่านเพิ่มเติม, ปิด, "
        # Chinese, Japanese, Korean
        "登录, 注册, 登入, 註冊, 首页, 首頁, 搜索, 搜尋, 分享, 关注, 關注, 查看更多, 更多, 评论, 評論, 留言, "
        "关于我们, 關於我們, 收藏, 打印, 列印, 返回, 返回顶部, 关闭, 關閉, 广告, 廣告, 订阅, 訂閱, 下载, "
        "ログイン, ログアウト, 会員登録, 新規登録, 無料会員登録, 無料登録, スクラップ, 完了しました, 検索, 共有, "
        "シェア, 続きを読む, もっと見る, プロフィール, 記事一覧, 一覧, トップ, トップページ, ホーム, 閉じる, "
        "広告, 印刷, 保存, コメント, フォロー, 購読, お問い合わせ, 로그인, 로그아웃, 회원가입, 구독, 구독하기, "
        "홈, 검색, 공유, 공유하기, 더보기, 기사 더보기, 닫기, 댓글, 인쇄, 저장, 광고"
    ).split(",")
)


def is_control(text: str) -> bool:
    """Whether a text is nothing but what a menu or a button says.

    >>> is_control("Read more"), is_control("Ver biografía"), is_control("ログイン"), is_control("Ada Lovelace")
    (True, True, True, False)
    """
    return text.casefold() in _CONTROLS
